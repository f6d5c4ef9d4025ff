import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { openMailServer } from '../../apps/server/test/notifications/mail-server.ts'
import { freePort } from '../free-port.ts'
import { makePeople, settingsOf, startApp } from './engines/app.ts'
import { assertCaddy, startCaddy } from './engines/caddy.ts'
import { Figures } from './engines/figures.ts'
import { type Opened, withEngines } from './engines/missing.ts'
import { embeddedPrograms, startPostgres, throwaway } from './engines/postgres.ts'

/**
 * `npm run rig -- restart`: stops and restarts one worker behind Caddy (deploy/Caddyfile) three times while users read
 * and write, and reports what is lost.
 */
const restarts = 3
const betweenMs = 4_000

await withEngines(async opened => {
  assertCaddy()
  return await restarted(opened)
})

async function restarted(opened: Opened): Promise<number> {
  const postgres = await startPostgres({ programs: await embeddedPrograms(), settings: throwaway })
  opened.push(() => postgres.stop())
  const [port, publicPort, mailPort] = [await freePort(), await freePort(), await freePort()]
  const mailServer = await openMailServer(mailPort, [])
  opened.push(async () => mailServer.close())
  const env = {
    ...settingsOf({ databaseUrl: postgres.url, port, publicPort, mailPort }),
    TRUSTED_PROXIES: '1',
    DRAIN_SECONDS: '2',
  }
  let app = await startApp(env)
  opened.push(() => app.stop())
  const proxy = await startCaddy(publicPort, port)
  opened.push(() => proxy.stop())
  const [token] = await makePeople(postgres.url, env, [{ email: 'one@finlist.example' }])

  const heard: { write: boolean; http: number; ms: number }[] = []
  const under = new Set<Promise<void>>()
  let asked = 0
  const ask = async () => {
    const n = asked++
    const write = n % 4 === 0
    const began = performance.now()
    const answer = await fetch(`${proxy.base}/api${write ? '/tvchart/storage/charts' : '/users/user'}`, {
      headers: { authorization: `Bearer ${token}`, ...(write && { 'content-type': 'application/json' }) },
      ...(write && { method: 'POST', body: JSON.stringify({ name: 'one', content: String(n) }) }),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    heard.push({ write, http: answer?.status ?? 0, ms: performance.now() - began })
  }
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const one = ask().finally(() => under.delete(one))
      under.add(one)
      await wait(25)
    }
  })()
  for (let n = 0; n < restarts; n++) {
    await wait(betweenMs)
    const ended = once(app.child, 'exit')
    app.child.kill('SIGTERM')
    await ended
    app = await startApp(env)
  }
  await wait(betweenMs)
  isOver = true
  await asking
  await Promise.all(under)

  const figures = new Figures()
  const lost = (write: boolean) => {
    const those = heard.filter(one => one.write === write)
    return [those.filter(({ http }) => http !== 200).length, String(those.length)] as const
  }
  const [reads, ofReads] = lost(false)
  const [writes, ofWrites] = lost(true)
  figures.count('reads lost', reads, 0, ofReads)
  // Caddy 2.6 cannot send the body of a request again, so a write may get a 502.
  figures.show('writes answered 502', `${writes} of ${ofWrites}`)
  figures.show('the longest wait, in s', (Math.max(...heard.map(({ ms }) => ms)) / 1_000).toFixed(1))
  return figures.print()
}
