import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deferred } from '../../../../test/deferred.ts'
import { answerCalls } from '../../../../test/network-edge.ts'
import { show } from '../../../../test/show.tsx'
import { queryClient } from '../../../api/query-client.ts'
import { write } from '../../../api/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { drawnOn, useBoard } from '../use-board.ts'
import { Memory } from './Memory.tsx'

const symbol = 'HKEX:0700'
const at = '2026-07-20T02:00:00.000Z'
const drawing = (id: string) => ({ id, type: 'horizontal', points: [{ time: 1, price: 2 }] })
const left = (more: object) =>
  JSON.stringify({
    v: 1,
    symbol,
    resolution: '1D',
    scale: 'linear',
    kind: 'candles',
    wide: false,
    timeframe: '6m',
    patterns: true,
    panes: [],
    studies: [],
    ...more,
  })

/** Shows a chart's stored state without drawing it, and buttons that change the state. */
function Board() {
  const { board, act } = useBoard(symbol, '6m')
  return (
    <>
      <h1>Board</h1>
      <p>
        {board.symbol} {board.scale} {board.wide ? 'wide' : 'fit'}, drawn:{' '}
        {drawnOn(board)
          .now.map(({ id }) => id)
          .join()}
      </p>
      <Button onClick={() => act.set({ wide: true })}>Wide</Button>
      <Button onClick={() => act.set({ wide: false })}>Fit</Button>
      <Button onClick={() => act.draw([...drawnOn(board).now, drawing('mine') as never])}>Draw</Button>
      <Memory board={board} act={act} onRestored={() => undefined} />
    </>
  )
}

/** The same board, with a button that remounts it as a new visit would. */
function Visits() {
  const [turn, setTurn] = useState(0)
  return (
    <>
      <Board key={turn} />
      <Button onClick={() => setTurn(turn + 1)}>Leave and come back</Button>
    </>
  )
}
const again = () => page.getByRole('button', { name: 'Leave and come back' }).click()

/** A mock server that stores chart states with their versions, as the real calls do. */
function serve(start: { board?: string; drawings?: string }, answered = Promise.resolve()) {
  const rows = new Map<string, { content: string; version: number; at: string }>()
  const put = (place: string, content: string) => {
    const before = rows.get(place)
    const version = (before?.version ?? 0) + 1
    rows.set(place, { content, version, at })
    return { version, before }
  }
  if (start.board) put('', start.board)
  if (start.drawings) put(symbol, start.drawings)
  const sent = answerCalls({
    'GET /tvchart/memory': async () => {
      await answered
      return { data: { board: rows.get('') ?? null, drawings: rows.get(symbol) ?? null } }
    },
    'POST /tvchart/memory': told => {
      const body = told as { symbol?: string; content: string; since: number }
      const { version, before } = put(body.symbol ?? '', body.content)
      return { data: { version, replaced: before && before.version !== body.since ? before.at : null } }
    },
  })
  return { rows, put, posts: () => sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body) }
}

beforeEach(() => {
  queryClient.clear()
  write('chartMemory', {})
  write('drawings', {})
})

const said = async (text: string | RegExp) => await expect.element(page.getByRole('paragraph')).toMatchTextContent(text)

test('an untouched chart sends nothing; a change is sent once, and is still there at the next visit', {
  tags: ['slow'],
}, async () => {
  const server = serve({})
  await show(<Visits />)
  await said('linear fit')
  await page.getByRole('button', { name: 'Wide' }).click()
  await expect.poll(server.posts).toHaveLength(1)
  expect(server.posts()[0]).toMatchObject({ since: 0 })
  expect(JSON.parse(server.rows.get('')!.content)).toMatchObject({ wide: true, symbol })
  await again()
  await said('linear wide')
  expect(server.posts()).toHaveLength(1)
})

test('a new device shows the chart and the drawings as another one left them', async () => {
  serve({ board: left({ scale: 'log', wide: true }), drawings: JSON.stringify([drawing('theirs')]) })
  await show(<Board />)
  await said(/log wide, drawn: theirs/)
  await expect.element(page.getByText('Restored as you left it', { exact: false })).not.toBeInTheDocument()
})

test('changes made later on another device are adopted and reported', async () => {
  const server = serve({ board: left({ wide: true }) })
  await show(<Visits />)
  await said('linear wide')
  server.put('', left({ scale: 'log' }))
  await again()
  await said('log fit')
  await expect.element(page.getByText('Restored as you left it on another device (20 Jul 2026, 10:00).')).toBeVisible()
  expect(server.posts()).toEqual([])
})

test('if two devices change a chart, the later change wins and reports what it replaced', async () => {
  const server = serve({ drawings: JSON.stringify([drawing('theirs')]) })
  await show(<Board />)
  await said('drawn: theirs')
  server.put(symbol, JSON.stringify([drawing('newer')]))
  await page.getByRole('button', { name: 'Draw' }).click()
  await expect
    .element(page.getByText('Your chart from another device (20 Jul 2026, 10:00) was replaced by this one.'))
    .toBeVisible()
  expect(server.posts()).toMatchObject([{ symbol, since: 1, content: expect.stringMatching(/theirs.*mine/) }])
})

test('drawings made before the first sync are kept in addition to those of another device', async () => {
  write('drawings', { [` ${symbol}`]: [drawing('old')] })
  const server = serve({ drawings: JSON.stringify([drawing('theirs')]) })
  await show(<Board />)
  await said('drawn: theirs,old')
  await expect.poll(server.posts).toMatchObject([{ symbol, since: 1 }])
})

test('choices and drawings made before the stored chart arrives are merged into that chart and sent', {
  tags: ['slow'],
}, async () => {
  const late = deferred<void>()
  const server = serve(
    { board: left({ scale: 'log', wide: true }), drawings: JSON.stringify([drawing('theirs')]) },
    late.promise,
  )
  await show(<Board />)
  await page.getByRole('button', { name: 'Fit' }).click()
  await page.getByRole('button', { name: 'Draw' }).click()
  await said('linear fit, drawn: mine')
  late.resolve()
  await said('log fit, drawn: theirs,mine')
  await expect.poll(() => server.posts().length).toBe(2)
  expect(JSON.parse(server.rows.get('')!.content)).toMatchObject({ scale: 'log', wide: false })
})

test('a choice made before the server responds is sent even if the server has stored nothing', async () => {
  const late = deferred<void>()
  const server = serve({}, late.promise)
  await show(<Board />)
  await page.getByRole('button', { name: 'Wide' }).click()
  late.resolve()
  await expect.poll(server.posts).toHaveLength(1)
  expect(JSON.parse(server.rows.get('')!.content)).toMatchObject({ wide: true })
})
