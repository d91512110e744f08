/** How this phone is named on the list of devices. */
export function deviceNameFromUserAgent(agent = navigator.userAgent): string {
  const system = /iPhone|iPad|Android [\d.]+|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? '';
  const model = /Android [\d.]+; ([^;)]+)/.exec(agent)?.[1] ?? '';
  const browser = /MicroMessenger|EdgA?|Firefox|Chrome|Safari/.exec(agent)?.[0] ?? '';
  return (
    [system, model, browser]
      .filter((part) => part !== '')
      .join(' · ')
      .slice(0, 100) || 'Web'
  );
}
