// Loads the demo data of the stories' server while other tests run. Must be valid for Node 20.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../toolchain.mjs'

/**
 * Starts a server with `folder` as its data folder, waits until it listens, and stops it. The server loads the demo
 * data before it listens. Rejects if the server ends early. `signal` can stop the server at any time.
 */
export async function loadStoryData(node, { folder, port, env, signal }) {
  const url = `http://127.0.0.1:${port}`
  const log = openSync(join(folder, 'server.log'), 'a')
  const server = spawn(node, ['--enable-source-maps', 'apps/server/src/main.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'warn' },
    // The IPC channel makes the server end with its parent.
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const ended = once(server, 'exit')
  const stop = () => server.connected && server.disconnect()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  while (server.exitCode === null && server.connected && !(await answers(url)))
    await new Promise(resolve => setTimeout(resolve, 250))
  const wasReady = server.connected
  stop()
  await ended
  if (!wasReady && !signal.aborted) throw new Error(`the server ended with ${server.exitCode}`)
}

/**
 * Copies loaded data to a folder that is empty or does not exist. A copy that is interrupted leaves that folder as it
 * was. Keeps the owners of files: as root, the database runs as another user.
 */
export async function copyStoryData(from, to) {
  const half = `${to}.half`
  await promisify(execFile)('cp', ['-a', from, half])
  renameSync(half, to)
}

const answers = url =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )
