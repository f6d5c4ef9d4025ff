// Runs a TypeScript file with the right Node: node tools/run.mjs FILE.ts ARGS..., or node tools/run.mjs FOLDER/ NAME
// ARGS... for the file of that name in a folder. Only that file writes to stdout.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { exitLike, readyNode, teller } from './toolchain.mjs'
import { usage } from './usage.mjs'

const [file, ...typed] = program(...process.argv.slice(2))
// A command of an app prints its own usage text.
if (!file.startsWith('apps/')) usage(file, typed)

const node = readyNode(teller(process.stderr, { quiet: true }))
const child = spawn(node, ['--enable-source-maps', file, ...typed], { stdio: 'inherit' })
// On Ctrl-C, the terminal also sends the signal to the child, so it is not forwarded.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', exitLike)

function program(path, ...args) {
  if (!path.endsWith('/')) return [path, ...args]
  const names = readdirSync(path).flatMap(name => (/^[\w-]+\.ts$/.test(name) ? [name.slice(0, -3)] : []))
  const [name, ...rest] = args
  if (names.includes(name)) return [`${path}${name}.ts`, ...rest]
  const folder = path.split('/').at(-2).replace(/s$/, '')
  const told = `npm run ${folder} -- ${names.join('|')}\n\nnpm run ${folder} -- NAME --help says what one does.`
  if (name === '--help' || name === '-h') console.log(told)
  else console.error(told)
  process.exit(name === '--help' || name === '-h' ? 0 : 2)
}
