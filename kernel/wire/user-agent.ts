const browsers = [
  [/Edg\/(\d+)/, 'Edge'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
] as const;
const systems = [
  [/Windows/, 'Windows'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** What a user agent says about the device. Unknown parts are undefined. */
export interface Device {
  readonly browser?: string | undefined;
  readonly version?: string | undefined;
  readonly system?: string | undefined;
}

export function parseUserAgent(agent: string): Device {
  const found = browsers
    .map(([pattern, browser]) => ({ browser, version: pattern.exec(agent)?.[1] }))
    .find(({ version }) => version);
  return { ...found, system: systems.find(([pattern]) => pattern.test(agent))?.[1] };
}
