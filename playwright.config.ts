import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserLaunch } from './tools/browser-launch.ts'

/**
 * `npm test` sets these variables; otherwise this file chooses their values. The workers read the file again, and find
 * them set.
 */
const port = (process.env['E2E_PORT'] ??= '4180')
const dataDir = (process.env['E2E_DATA_DIR'] ??= ownFolder())
const baseURL = `http://127.0.0.1:${port}`

/** A story runs on the desktop unless its name says `*.mobile.spec.ts`. */
const onMobile = /\.mobile\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // A story computes for about a third of its time and waits for the rest.
  workers: Math.min(4, 2 * availableParallelism()),
  fullyParallel: true,
  // A story is a long visit; the machine may be busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  ...(process.env['E2E_LOOKS'] === 'all' && { grep: /accessibility: / }),
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Hong_Kong',
    // Once a page is quiet the service worker would answer for the server; its own stories allow it.
    serviceWorkers: 'block',
    // Even without pictures a trace takes a tenth of the time.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch,
  },
  projects: [
    { name: 'desktop', testIgnore: onMobile, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'mobile',
      testMatch: onMobile,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
  webServer: {
    command: `'${process.execPath}' --enable-source-maps apps/server/src/main.ts >> '${dataDir}/server.log' 2>&1`,
    url: `${baseURL}/api/health`,
    env: {
      PORT: port,
      PUBLIC_URL: baseURL,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'info',
      // Stories of one account run in parallel, each in a separate browser.
      ACTIVE_DEVICE_LIMIT: '100',
      WEBSITE_URL: 'https://finlist.example/',
      SOCIAL_URL: 'https://social.example/finlist',
      WHATSAPP: '+85251234567',
      SERVICE_EMAIL: 'service@finlist.example',
      SERVICE_PHONE: '+852 5123 4567',
      FAQ_VIDEO_IOS: '11',
      FAQ_VIDEO_ANDROID: '12',
      FAQ_VIDEO_CLUB: '13',
    },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    reuseExistingServer: false,
  },
})

/** As root the database runs as another user, who has to get in. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-e2e-'))
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
