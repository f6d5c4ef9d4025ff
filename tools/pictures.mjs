// `npm run pictures`: takes pictures of every part of ui/ (/parts) in both themes and languages, and compares them with
// the pictures stored on this machine. Look at the new pictures in .data/pictures, then store them with
// `npm run pictures -- --keep`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { readyNode, root, teller } from './toolchain.mjs'
import { usage } from './usage.mjs'

usage(import.meta.filename, process.argv.slice(2))
const tell = teller(process.stderr, { quiet: true })
const node = readyNode(tell, { installs: true })
const given = process.argv.slice(2).map(option => (option === '--keep' ? '--update-snapshots' : option))
const playwright = join(root, 'node_modules/@playwright/test/cli.js')
const { status } = spawnSync(node, [playwright, 'test', '--config', 'tools/pictures/playwright.config.ts', ...given], {
  cwd: root,
  env: { ...process.env, CHROMIUM_PATH: chromium(node, tell) },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
