// What does the first view of a page need on a phone: requests, JavaScript, DOM nodes, round trips, layout shifts? At most the limits below. Lighthouse's figures are shown too, but depend on the machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserLaunch } from '../tools/browser-launch.ts'
import { chromium as chromiumOnDisk } from '../tools/chromium.mjs'
import { type FirstView, firstView } from '../tools/first-view.ts'
import { freePort } from '../tools/free-port.ts'
import { teller } from '../tools/toolchain.mjs'
import { buildWeb } from '../tools/web-build.mjs'
import { median, signIn } from './parts/browser.ts'
import { machine, startHouse } from './parts/cpu.ts'
import { publishLargeIssue } from './parts/large-issue.ts'

type Most = Partial<FirstView>
const list: Most = { requests: 15, scriptKb: 136, nodes: 1_500, trips: 3, shift: 0 }
/** A signed-out user is redirected to the sign-in page, which loads no part of the app. */
const signedOut = [
  { name: 'Sign-in', path: '/finlist-hk', most: { requests: 4, scriptKb: 1, nodes: 150, shift: 0 } },
  { name: 'Front page', path: '/welcome', most: { requests: 1, scriptKb: 1, nodes: 400, shift: 0 } },
]
/** The limits of each page. `forgets`: the browser has stored no issue. */
const pages: { name: string; path: string; forgets?: boolean; most: Most }[] = [
  { name: 'FinList', path: '/finlist-hk', most: list },
  { name: 'FinList, first visit', path: '/finlist-hk', forgets: true, most: { ...list, requests: 16, trips: 4 } },
  { name: 'Market Indicators', path: '/markettrend-hk', most: { requests: 22, scriptKb: 160, shift: 0 } },
  { name: 'Watchlists', path: '/watchlist', most: { requests: 20, scriptKb: 150, shift: 0 } },
  { name: 'Interactive chart', path: '/interactive-chart', most: { requests: 24, scriptKb: 190, shift: 0 } },
  { name: 'Plans', path: '/subscribe', most: { requests: 15, scriptKb: 130, shift: 0 } },
  { name: 'My Account', path: '/dashboard', most: { requests: 18, scriptKb: 130, shift: 0 } },
  { name: 'Today', path: '/today', most: { requests: 22, scriptKb: 143, shift: 0 } },
  { name: 'Alerts', path: '/alerts', most: { requests: 20, scriptKb: 143, shift: 0 } },
  { name: 'Inbox', path: '/inbox', most: { requests: 20, scriptKb: 143, shift: 0 } },
]
const long = { name: 'FinList, 200 stocks', path: '/finlist-hk', most: list }

const rounds = 3
/** Shifts of up to a tenth of a pixel are ignored. */
const roundings = 0.001
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

// If a frame is removed while Lighthouse attaches to it, Lighthouse leaves an unhandled rejection, which is ignored
// here.
process.on('unhandledRejection', error => {
  if (!(error instanceof Error) || error.name !== 'TargetCloseError') throw error
})

const tell = teller(process.stderr, { quiet: true })
if (!(await buildWeb(process.execPath, tell))) throw new Error('the web client was not built')
const { child, told } = await startHouse()
const profile = mkdtempSync(join(tmpdir(), 'finlist-pages-'))
const port = await freePort()
// Lighthouse opens a tab itself, in the browser's default profile.
const context = await chromium.launchPersistentContext(profile, {
  ...phone,
  executablePath: chromiumOnDisk(process.execPath, tell),
  args: [...browserLaunch.args, `--remote-debugging-port=${port}`],
})
try {
  process.stdout.write(`${machine()}; Lighthouse: median of ${rounds}, as it slows a phone down\n`)
  for (const page of signedOut) await judge(context, page)
  await (await signIn(context, told.base, 'hk-yearly')).close()
  for (const page of pages) await judge(context, page)
  await publishLargeIssue(told, 200)
  // On this first visit the browser stores the date of the new issue.
  await firstView(context, told.base + long.path)
  await judge(context, long)
} finally {
  await context.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  child.disconnect()
}

async function judge(context: BrowserContext, { name, path, forgets = false, most }: (typeof pages)[number]) {
  const seen = await firstView(context, told.base + path, { forgets })
  process.stdout.write(`${name}: ${inWords(seen)}${forgets ? '' : `; ${await lighthouseOf(told.base + path)}`}\n`)
  for (const [what, limit] of Object.entries(most) as [keyof FirstView, number][]) {
    if (seen[what] <= limit + (what === 'shift' ? roundings : 0)) continue
    process.stderr.write(`${name}: ${what} ${seen[what].toFixed(2)}, over ${limit}\n`)
    process.exitCode = 1
  }
}

function inWords({ requests, scriptKb, nodes, trips, shift }: FirstView): string {
  const inTurn = trips > 0 ? `, ${trips} trips before the first row` : ''
  return `${requests} requests, ${scriptKb.toFixed(1)} kB of JavaScript, ${nodes} nodes${inTurn}, shift ${shift.toFixed(3)}`
}

async function lighthouseOf(address: string): Promise<string> {
  const found: { score: number; fcp: number; lcp: number; tbt: number; index: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const result = await lighthouse(address, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance'],
    })
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result')
    const { audits, categories, environment } = result.lhr
    const ms = (id: string) => audits[id]?.numericValue ?? Number.NaN
    found.push({
      score: (categories['performance']?.score ?? 0) * 100,
      fcp: ms('first-contentful-paint'),
      lcp: ms('largest-contentful-paint'),
      tbt: ms('total-blocking-time'),
      index: environment.benchmarkIndex,
    })
  }
  const of = (key: keyof (typeof found)[number]) => Math.round(median(found.map(one => one[key])))
  return `Lighthouse ${of('score')}: FCP ${of('fcp')} ms, LCP ${of('lcp')}, TBT ${of('tbt')} (benchmark index ${of('index')})`
}
