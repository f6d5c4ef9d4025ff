import { expect, test } from 'vitest'
import { measuresOf } from './measures.ts'

const lists = {
  dates: [],
  upList: [120, 0, 5, null],
  downList: [60, 0, 4, 3],
  onTenWeekMaList: [30, 0, 5, null],
  underTenWeekMaList: [10, 0, null, 3],
  onFortyWeekMaList: [50, 1, 1, 1],
  underFortyWeekMaList: [0, 3, 1, 0],
  fiftyTwoWeekHighList: [2, 0, 1, 7],
  fiftyTwoWeekLowList: [12, 0, 1, null],
}

test('net rises and net highs are percentages of all stocks, averages are percentages of the stocks that have one, and a percentage of an unknown number is null', () => {
  const { moves, extremes, ...averages } = measuresOf({ history: lists, stocksList: [200, 0, null, 100] })
  expect(moves.values).toEqual([30, null, null, null])
  expect(extremes.values).toEqual([-5, null, null, null])
  expect(averages['ten-weeks'].values).toEqual([75, null, null, null])
  expect(averages['forty-weeks'].values).toEqual([100, 25, 50, 100])
})
