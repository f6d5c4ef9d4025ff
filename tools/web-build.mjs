// Builds the web client for production, only if one of its sources has changed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

const web = join(root, 'apps/web')
const dist = join(web, 'dist')
const aside = join(root, 'node_modules/.web-builds')
const note = join(dist, '.built')

/** Builds the web client if necessary. Returns whether the build is up to date afterwards. */
export async function buildWeb(node, tell) {
  const files = sources()
  const looks = hash(files.map(file => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`))
  const built = readNote()
  if (built.looks === looks) {
    tell.fact('Web', 'as built')
    return true
  }
  const content = hash(files.flatMap(file => [file, readFileSync(file)]))
  if (built.content !== content) {
    const done = tell.step('Web', 'building')
    if (!(await vite(node))) return false
    done()
  }
  writeFileSync(note, JSON.stringify({ looks, content }))
  return true
}

/**
 * Builds into a new folder and then swaps it with the old one, so that a failure or a kill leaves the old build intact.
 */
async function vite(node) {
  clearOfTheKilled()
  const own = join(aside, String(process.pid))
  const fresh = join(own, 'dist')
  mkdirSync(own, { recursive: true })
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', fresh, '--emptyOutDir']
  const child = spawn(node, args, {
    cwd: web,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => void (said += text))
  const [status] = await once(child, 'close')
  if (status !== 0) {
    rmSync(own, { recursive: true, force: true })
    process.stderr.write(`\n${said}The web client was not built.\n`)
    return false
  }
  if (existsSync(dist)) renameSync(dist, join(own, 'old'))
  renameSync(fresh, dist)
  rmSync(own, { recursive: true, force: true })
  return true
}

/**
 * Removes the folders of builds that were killed. The folders of running builds are kept, because a start and a test
 * run may build at the same time.
 */
function clearOfTheKilled() {
  for (const pid of existsSync(aside) ? readdirSync(aside) : []) {
    try {
      process.kill(Number(pid), 0)
    } catch {
      rmSync(join(aside, pid), { recursive: true, force: true })
    }
  }
}

function sources() {
  const folders = [web, join(root, 'packages/i18n'), join(root, 'packages/domain'), join(root, 'packages/contract')]
  return [...folders.flatMap(filesIn), join(root, 'package-lock.json'), join(root, 'tsconfig.base.json')]
}

function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    if (['dist', 'node_modules', '.types'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
  })
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

function readNote() {
  try {
    return JSON.parse(readFileSync(note, 'utf8'))
  } catch {
    return {}
  }
}
