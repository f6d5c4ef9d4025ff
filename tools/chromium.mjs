// Finds the browser for the browser tests: an installed browser or, if there is none, a downloaded one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, root } from './toolchain.mjs'

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const apt = 'apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell fonts-noto-cjk'

/**
 * Returns the path of a browser that starts, and installs one if necessary. If that browser does not start either, ends
 * the process with a message that names the command to install what is missing.
 */
export function chromium(node, tell) {
  const given = process.env.CHROMIUM_PATH
  if (given) return starts(given) ? given : fail(`CHROMIUM_PATH is ${given}, which does not start.`)
  const found = places.find(place => existsSync(place) && starts(place)) ?? playwrights(node)
  if (found && starts(found)) {
    tell.fact('Browser', found)
    return found
  }
  if (isDebian && process.getuid() === 0) {
    install(tell, `installing, with ${apt}`, 'sh', ['-c', apt], { DEBIAN_FRONTEND: 'noninteractive' })
    return places.find(starts) ?? fail(`${places[0]} does not start, though it was just installed.`)
  }
  install(tell, "installing Playwright's Chromium", node, [playwright, 'install', 'chromium'])
  const own = playwrights(node)
  if (own && starts(own)) return own
  const remedy = isDebian ? `sudo sh -c '${apt}'` : `sudo ${node} ${playwright} install-deps chromium`
  return fail(`The browser for the tests lacks libraries of the system. This installs what it needs:\n\n  ${remedy}\n`)
}

const playwright = join(root, 'node_modules/playwright/cli.js')
const isDebian = /^ID="?debian/m.test(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')

function playwrights(node) {
  const ask = `import('playwright').then(({ chromium }) => console.log(chromium.executablePath()))`
  const path = spawnSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout?.trim()
  return path && existsSync(path) ? path : undefined
}

/**
 * Whether the browser works. Only rendering a page proves that: `--version` succeeds even for a wrapper script or a
 * browser that lacks a library.
 */
function starts(file) {
  const profile = mkdtempSync(join(tmpdir(), 'finlist-browser-'))
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`]
  const { stdout } = spawnSync(file, [...args, '--dump-dom', 'about:blank'], { encoding: 'utf8', timeout: 30_000 })
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  return stdout?.includes('<html>') ?? false
}

function install(tell, doing, command, args, env = {}) {
  const done = tell.step('Browser', doing)
  const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }
  const { status, stdout, stderr } = spawnSync(command, args, options)
  if (status !== 0) fail(`\n${stdout}${stderr}The browser for the tests was not installed.`)
  done()
}
