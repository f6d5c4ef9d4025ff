import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserLaunch } from '../browser-launch.ts'
import { root } from '../source-files.ts'

const port = process.env['PORT'] ?? '5180'
const baseURL = `http://127.0.0.1:${port}`

/**
 * Takes pictures of `/parts` and compares them with the pictures stored on this machine. The repository has no
 * pictures, because fonts differ between machines.
 */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results/pictures'),
  snapshotPathTemplate: join(root, '.data/pictures/{arg}{ext}'),
  workers: 2,
  fullyParallel: true,
  reporter: 'line',
  expect: { toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixels: 0 } },
  use: { baseURL, launchOptions: browserLaunch },
  webServer: {
    command: `'${process.execPath}' '${join(root, 'node_modules/vite/bin/vite.js')}' --host 127.0.0.1 --port ${port} --strictPort`,
    cwd: join(root, 'apps/web'),
    url: `${baseURL}/parts`,
  },
})
