/*
 * Ends a process that runs on a version of Node that is too old, with one line that says so. `npm` runs this file before a
 * build or a start, and each start-up file of `build/` begins with it. It is neither a module nor newer than ES2015,
 * because an old Node must be able to read all of it before it can run any of it.
 */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Forecourt requires Node.js 20.19 or later, and this is Node.js ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  )
  process.exit(1)
}
