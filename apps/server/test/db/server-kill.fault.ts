import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inMs, show } from '../figure.ts'
import { OwnProgram } from '../own-program.ts'

const rounds = Number(process.env['SOAK_RUNS'] ?? 1)

let program: OwnProgram
beforeAll(async () => {
  program = await OwnProgram.make()
  await program.start()
  await program.speakFor('hk-yearly')
}, 120_000)
afterAll(() => program.remove(), 60_000)

it(`a server killed (-9) during writes loses no confirmed write, and leaves none half done (${rounds} times)`, async context => {
  const { data: watchlistId } = await program.ask('/watchlist/create?watchlistName=0')
  const ready: number[] = []
  let [sent, confirmed] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const dying = wait(50 + Math.random() * 800).then(() => program.kill())
    for (;;) {
      const answer = await program.ask(`/watchlist/${String(watchlistId)}/rename?watchlistName=${++sent}`)
      if (answer.http !== 200) break
      confirmed = sent
    }
    await dying
    ready.push(await program.start())
    const lists = (await program.ask('/watchlist/user')).data as { watchlistName: string }[]
    expect(lists).toHaveLength(1)
    const found = Number(lists[0]!.watchlistName)
    expect(found).toBeGreaterThanOrEqual(confirmed)
    expect(found).toBeLessThanOrEqual(sent)
  }
  expect(confirmed).toBeGreaterThan(rounds)
  show(
    context,
    { name: `killed (-9) ${rounds} times: confirmed writes missing`, is: `0 of ${confirmed}`, asked: '0' },
    { name: 'ready again after', is: inMs(ready, 0.5), asked: '2 s (shown)' },
  )
}, 600_000)
