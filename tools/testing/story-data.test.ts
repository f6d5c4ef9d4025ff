// @module-tag slow
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { throwawayFolder } from '../throwaway-folder.ts'
import { copyStoryData, loadStoryData } from './story-data.mjs'

/** Loads no markets, because loading them takes half a minute. */
const env = { ...process.env, DEMO_DATA: 'off' }

async function place() {
  const folder = await throwawayFolder('finlist-story-data')
  onTestFinished(() => folder.remove())
  return {
    folder: folder.path,
    port: await freePort(),
    log: () => readFileSync(join(folder.path, 'server.log'), 'utf8'),
  }
}

it('loading the demo data leaves a database in the folder, and no server running; a copy needs no loading', async () => {
  const { folder, port, log } = await place()
  const options = { port, env, signal: new AbortController().signal }
  await loadStoryData(process.execPath, { folder, ...options })
  expect(log()).toContain('demo accounts:')
  expect(existsSync(join(folder, 'postgres/PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed')

  const copy = await place()
  await copyStoryData(folder, copy.folder)
  await loadStoryData(process.execPath, { folder: copy.folder, ...options })
  const toldByCopy = copy.log().slice(log().length)
  expect(toldByCopy).not.toContain('migration')
  expect(toldByCopy).not.toContain('demo accounts:')
})

it('loading the demo data rejects if the server ends early', async () => {
  const { folder, port } = await place()
  const other = createServer((_, response) => response.writeHead(404).end()).listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const loaded = loadStoryData(process.execPath, { folder, port, env, signal: new AbortController().signal })
  await expect(loaded).rejects.toThrow('the server ended with 1')
})

it('loading the demo data stops when the run is interrupted', async () => {
  const { folder, port, log } = await place()
  const stopping = new AbortController()
  const loaded = loadStoryData(process.execPath, { folder, port, env, signal: stopping.signal })
  await expect.poll(log).toContain('migration')
  stopping.abort()
  await loaded
  await expect.poll(() => existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
})
