import { gzipSync } from 'node:zlib'
import type { BrowserContext, Request } from '@playwright/test'
import { untilQuiet, watchQuiet } from './quiet.ts'

/** The figures of a page's first view that do not depend on the machine. */
export type FirstView = {
  requests: number
  /** JavaScript in kB of 1,024 bytes, gzipped, including inline scripts. */
  scriptKb: number
  nodes: number
  /**
   * Number of calls that had to run one after another before the first row of the list appeared; 0 for a page without
   * rows.
   */
  trips: number
  /** Cumulative layout shift. */
  shift: number
  /** Number of calls that were still pending when the page began its deferred work. */
  asking: number
}

/** Network latency in ms: long enough to see that dependent calls run one after another, even on a fast machine. */
const latencyMs = 300

declare global {
  interface Window {
    rowAt: number
  }
}

/** Opens the address in a new tab as on a first visit: without cached files or a service worker. */
export async function firstView(
  context: BrowserContext,
  address: string,
  { forgets = false }: { forgets?: boolean } = {},
): Promise<FirstView> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.setBypassServiceWorker', { bypass: true })
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await client.send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, ...unlimited })
  await watchQuiet(page)
  await page.addInitScript(watch, forgets)
  const sent: Request[] = []
  page.on('request', request => sent.push(request))
  await page.goto(address)
  const { nodes, early: asked, asking } = await untilQuiet(page, sent)
  const { rowAt, shifted: shift } = await page.evaluate(() => ({ rowAt: window.rowAt, shifted: window.shifted }))
  const inline = await page.evaluate(() => [...document.scripts].map(({ text }) => text).join(''))
  const scripts = asked.filter(request => new URL(request.url()).pathname.endsWith('.js'))
  const bodies = await Promise.all(scripts.map(async request => (await request.response())!.body()))
  const bytes = [...bodies, Buffer.from(inline)].reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0)
  const trips = rowAt ? inTurn(asked.filter(isOfList), rowAt) : 0
  await page.close()
  return { requests: asked.length, scriptKb: bytes / 1_024, nodes, trips, shift, asking: asking.length }
}

/** Runs in the page, before the page's own scripts. */
function watch(forgets: boolean) {
  if (forgets) localStorage.removeItem('newestIssues')
  window.rowAt = 0
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-code]')) return
    window.rowAt = Date.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

function isOfList(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url())
  const called = pathname === '/api/device/check' ? `/api${searchParams.get('path')}` : pathname
  return called === '/auth/token' || called.startsWith('/api/finlist/')
}

/**
 * The length of the longest chain of requests that must have run one after another, counting only requests that ended
 * by `until`.
 */
function inTurn(requests: Request[], until: number): number {
  const spans = requests
    .map(request => request.timing())
    .map(({ startTime, responseEnd }) => ({ from: startTime, to: startTime + responseEnd }))
    .filter(({ to }) => to <= until)
    .toSorted((a, b) => a.to - b.to)
  let [count, free] = [0, 0]
  for (const { from, to } of spans) {
    if (from < free - latencyMs / 3) continue
    count++
    free = to
  }
  return count
}
