// npm start            install packages, build the web client and run the server, skipping whatever is up to date
// npm run dev          serve the web client from its sources, and restart the server when one of its files changes;
//                      with -- --inspect (or --inspect-brk, --inspect=PORT) a debugger can attach to the server
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { exitLike, readyNode, root, teller } from './toolchain.mjs'
import { usage } from './usage.mjs'
import { buildWeb } from './web-build.mjs'

usage(import.meta.filename, process.argv.slice(2))
const dev = process.argv.includes('--dev')
const inspecting = process.argv.filter(argument => /^--inspect(-brk)?(=\S+)?$/.test(argument))
const tell = teller(process.stdout)
const node = readyNode(tell, { installs: true })
if (!dev && !(await buildWeb(node, tell))) process.exit(1)

const children = new Set()
let stoppingSince = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

if (dev) serveSources(Number(process.env.PORT || 4100))
else runServer(process.env)

/** Runs the server. If this process is killed, the IPC channel to the server closes, and the server ends too. */
function runServer(given) {
  // The compiled code is cached, because compiling takes a third of the time of a start.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.compiled'), ...given }
  // Most objects live only as long as a request, so a larger young generation would take 60 MB and save no CPU time.
  const args = [...inspecting, '--enable-source-maps', '--max-semi-space-size=8', join(root, 'apps/server/src/main.ts')]
  return run(args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/**
 * Runs a child in its own process group, so that the child does not get the terminal's Ctrl-C. This process sends the
 * child a single signal to end.
 */
function run(args, options) {
  const child = spawn(node, args, { ...options, detached: true })
  children.add(child)
  child.on('exit', (code, signal) => {
    children.delete(child)
    if (!children.size && (stoppingSince || !dev)) exitLike(code, signal)
  })
  return child
}

function stop() {
  // On Ctrl-C, the terminal sends a signal to all processes and npm sends it again. Only a signal that arrives later
  // counts as a second Ctrl-C.
  if (stoppingSince && performance.now() - stoppingSince < 700) return
  for (const child of children) child.kill(stoppingSince ? 'SIGKILL' : 'SIGTERM')
  stoppingSince ||= performance.now()
}

/** Runs Vite on the port that the browser opens. Vite proxies requests for the server to it. */
function serveSources(port) {
  const api = port + 2
  const host = '127.0.0.1'
  const endWithUs = 'data:text/javascript,process.on("disconnect",()=>process.exit())'
  const viteArgs = ['--host', host, '--port', String(port), '--strictPort', '--clearScreen', 'false']
  const vite = run(['--import', endWithUs, join(root, 'node_modules/vite/bin/vite.js'), ...viteArgs], {
    cwd: join(root, 'apps/web'),
    env: { ...process.env, FINLIST_API: `http://${host}:${api}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const env = { ...process.env, PORT: String(api), PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${port}` }
  let server = runServer(env)
  vite.on('exit', () => stoppingSince || stop())

  let waiting
  for (const folder of ['apps/server/src', 'packages'])
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (!/\.(ts|sql|json)$/.test(file ?? '') || file.includes('node_modules')) return
      clearTimeout(waiting)
      waiting = setTimeout(restart, 150)
    })

  function restart() {
    if (stoppingSince) return
    const again = () => stoppingSince || (server = runServer(env))
    if (children.has(server)) server.once('exit', again).kill('SIGTERM')
    else again()
  }
}
