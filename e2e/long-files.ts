/**
 * Files whose tests are all among the long ones: what they go through has component tests, in the same browser and
 * without the console around it, in the test command.
 */
const names = 'deprecations job-tray select-all signal-chart signal-drawings signal-search team views'.split(' ')

/** As a runner's configuration names them. */
export const longFiles = names.map((name) => `**/${name}.e2e.ts`)
