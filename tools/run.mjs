// node tools/run.mjs FILE.ts ARGS... runs a TypeScript file with the right Node. Only that file writes to stdout.
import { spawn } from 'node:child_process'
import { exitLike, readyNode, teller } from './toolchain.mjs'
import { usage } from './usage.mjs'

const [file, ...typed] = process.argv.slice(2)
// A command of an app tells its own usage.
if (!file.startsWith('apps/')) usage(file, typed)

const node = readyNode(teller(process.stderr, { quiet: true }))
const child = spawn(node, ['--enable-source-maps', ...process.argv.slice(2)], { stdio: 'inherit' })
// A terminal sends Ctrl-C to the child as well: once is enough.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', exitLike)
