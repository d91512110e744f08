import fs from 'node:fs';

/**
 * A vitest reporter for scripts/test.mjs: what passed and failed and how long it took, file by file, as JSON into the
 * file TEST_COUNTS names.
 */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const files = modules.map(countFile);
    fs.writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ files, broken: errors.length > 0 }));
  }
}

function countFile(module) {
  const results = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state) => results.filter((one) => one === state).length;
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const took = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  // a file that cannot even be loaded, or whose hooks fail, may have no test that failed
  const failed = Math.max(count('failed'), module.state() === 'failed' ? 1 : 0);
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    passed: count('passed'),
    failed,
    seconds: took / 1000,
  };
}
