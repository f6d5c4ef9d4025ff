import { type ChartToSave, saveChart, saveChartOver, savedCharts } from '@finlist/contract/charts/chart-storage'
import { queryClient } from '../../../api/query-client.ts'
import { request } from '../../../api/request.ts'
import type { Board } from '../use-board.ts'
import { own } from './queries.ts'

/** Saves a new chart, or replaces the saved one with the id `over`. */
export async function keepChart(body: ChartToSave, over: number | undefined): Promise<NonNullable<Board['saved']>> {
  if (over !== undefined) await request(saveChartOver, { params: { id: over }, query: own, body })
  const id = over ?? (await request(saveChart, { query: own, body })).id
  await queryClient.invalidateQueries({ queryKey: [savedCharts.path] })
  return { id, name: body.name, content: body.content }
}
