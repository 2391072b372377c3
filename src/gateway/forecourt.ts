/** The command `forecourt`: what its first word starts. Each start-up file reads the words behind its own. */
import { version } from '../../package.json'

interface Command {
  /** The words of its line in the help. */
  usage: string
  about: string
  start: () => Promise<unknown>
}

const server = () => import('./main')
const commands: Readonly<Record<string, Command>> = {
  '': {
    usage: '',
    about: 'the console, with a sandbox and invented data unless hosts are set',
    start: server,
  },
  sandbox: {
    usage: 'sandbox',
    about: 'only the sandbox’s hosts, and a line that says where they are',
    start: () => import('../sandbox/main'),
  },
  store: {
    usage: 'store status | backup FILE | restore FILE | erase --account NAME',
    about: 'the server’s database',
    start: server,
  },
  'verify-record': {
    usage: 'verify-record FILE …',
    about: 'whether the chain of a record is complete, its oldest file first',
    start: server,
  },
}

const WIDTH = Math.max(...Object.values(commands).map(({ usage }) => usage.length)) + 2
const help = `Forecourt ${version}, the operator console for connected-vehicle APIs.

${Object.values(commands)
  .map(({ usage, about }) => `  forecourt ${usage.padEnd(WIDTH)}${about}`)
  .join('\n')}

Settings are environment variables: PORT=8080 forecourt. The console lists them under Help (/help#variables).`
const told: Readonly<Record<string, string>> = {
  '--help': help,
  '-h': help,
  '--version': version,
  '-v': version,
}

const [word = ''] = process.argv.slice(2)
const text = Object.hasOwn(told, word) ? told[word] : undefined
const command = Object.hasOwn(commands, word) ? commands[word] : undefined
if (text !== undefined) console.info(text)
else if (command) await command.start()
else {
  console.error(`${JSON.stringify(word)} isn’t a command of Forecourt. See forecourt --help.`)
  process.exitCode = 1
}
