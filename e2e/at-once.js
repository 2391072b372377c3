/** Runs scripts of package.json side by side, each with its output in one piece; fails where one did, once all have ended. */
import { spawn } from 'node:child_process'

const run = (name) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32', // where npm is a script of the shell
    })
    const said = []
    child.stdout.on('data', (part) => said.push(part))
    child.stderr.on('data', (part) => said.push(part))
    child.on('error', (error) => said.push(Buffer.from(String(error))))
    child.on('close', (code) => {
      process.stdout.write(`\n> ${name}${code === 0 ? '' : `: failed (${code})`}\n${Buffer.concat(said)}`)
      resolve(code === 0)
    })
  })

const outcomes = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = outcomes.every(Boolean) ? 0 : 1
