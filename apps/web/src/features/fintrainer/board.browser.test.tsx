import type { GameLevel, GamePlay } from '@finlist/contract/fintrainer'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../test/network-edge.ts'
import { sampleAnswers } from '../../../test/samples.ts'
import { show } from '../../../test/show.tsx'
import { Board } from './Board.tsx'
import type { Leave } from './LeaveQuestion.tsx'

const level: GameLevel = {
  playlistId: 2,
  levelId: 7,
  stockCode: '2-7',
  stockName: '',
  stockNameZh: '',
  exchange: 'GAME',
  startTime: null,
  endTime: null,
  multiplier: null,
  played: false,
  open: true,
}
const days = Array.from({ length: 30 }, (_, at) => Date.UTC(1999, 11, 20 + at))
const play: GamePlay = {
  level,
  state: 'sell-ready',
  steps: 3,
  dayOneTime: days[20]!,
  bars: days.map(time => ({ time, open: 10, high: 11, low: 9, close: 10.5, volume: 1_000 })),
  fills: [],
  trades: [],
  fill: null,
  trade: null,
  stats: {
    day: 10,
    buyPrice: 10,
    currentPrice: 10.5,
    tradeReturn: 0.05,
    totalReturn: 0.05,
    totalTrades: 0,
    remaining: 4,
    remainingOfAll: 9,
  },
  review: null,
}
const ended: GamePlay = {
  ...play,
  state: 'finished',
  bars: [],
  level: { ...level, stockCode: '0700', stockName: 'Kestrel', stockNameZh: '紅隼', played: true, open: false },
}

test('a player who changes the scenario during a stock sees that stock’s result first', async () => {
  answerCalls(
    sampleAnswers({
      'GET /tvchart/game/2/7': () => ({ data: { ...level, play } }),
      'POST /game/step': () => ({ data: ended }),
    }),
  )
  const left: Leave[] = []
  const none = () => undefined
  await show(
    <Board level={level} scenario="normal" onLeave={to => left.push(to)} onAgain={none} onBoard={none} onHelp={none} />,
    { texts: ['fintrainer'], isWhole: true },
  )
  // Waits for the stock. Until it is there, the game has nothing to ask about.
  await expect.element(page.getByText('Day 10: 10.50')).toBeInTheDocument()
  await page.getByLabelText('Scenario').selectOptions('Hard')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change' }).click()
  const summary = page.getByRole('dialog', { name: 'Stock finished' })
  await expect.element(summary.getByText('Kestrel 0700')).toBeVisible()
  expect(left).toEqual([])
  await summary.getByRole('button', { name: 'Next stock' }).click()
  expect(left).toEqual([{ to: 'scenario', scenario: 'hard' }])
})
