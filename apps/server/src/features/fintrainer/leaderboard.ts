import { dayAt } from '@finlist/domain/calendar'
import type { ScenarioId } from '@finlist/domain/fintrainer/playlists'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { type Period, readOwnTotals, readStandings, type Standing } from './standings.ts'
import { hasPlace, isOffBoards } from './store.ts'

const places = 20
const unknown = -1
const beyond = -2
const off = -3
const keptBoards = 200
const keptTotals = 20_000

type Board = { scenario: ScenarioId; month: string | null; by: 'total' | 'average' }

/**
 * The leaderboards and users' own totals, cached until a ranked player finishes a playlist, trades, or changes their
 * name.
 */
export function leaderboard({ db, changes }: Database, now: () => number) {
  const shown = new Set<number>()
  const kept = new Cache<string, Standing[]>({
    changes,
    maxEntries: keptBoards,
    dependsOn: {
      standings: (scenario, key) => (JSON.parse(key) as Board).scenario === scenario,
      person: userId => shown.has(userId),
    },
    load: async key => {
      const { scenario, month, by } = JSON.parse(key) as Board
      // Reads one row more than is shown, because counting a user's rank leaves out the user's own row.
      const rows = await readStandings(db, { scenario, by, period: month ? monthOf(month) : ever, most: places + 1 })
      for (const { user_id } of rows) shown.add(user_id)
      return rows
    },
  })
  const own = new Cache<string, { allTime: number | null; monthly: number | null } | 'off'>({
    changes,
    maxEntries: keptTotals,
    dependsOn: { standings: (scenario, key) => key.startsWith(`${scenario} `) },
    load: async key => {
      const [scenario, userId, of] = key.split(' ') as [`${ScenarioId}`, string, string]
      const whose = [Number(userId), Number(scenario) as ScenarioId] as const
      if (await isOffBoards(db, whose[0])) return 'off'
      if (!(await hasPlace(db, ...whose))) return { allTime: null, monthly: null }
      const { all_time, monthly } = await readOwnTotals(db, ...whose, monthOf(of))
      return { allTime: all_time, monthly }
    },
  })
  const month = () => dayAt('HKEX', now()).slice(0, 7)
  const board = async (request: Board) => await kept.get(JSON.stringify(request))
  return {
    /** The top 20, best first. */
    async best(scenario: ScenarioId, { allTime, by }: { allTime: boolean; by: Board['by'] }) {
      return (await board({ scenario, month: allTime ? null : month(), by })).slice(0, places)
    },
    /**
     * The ranks of the user's total, all-time and this month. Instead of a rank: -1 if there is no total, -2 if the
     * rank is below the places shown, -3 if the user is hidden from the leaderboards.
     */
    async ranksOf(userId: number, scenario: ScenarioId) {
      const now = month()
      const totals = await own.get(`${scenario} ${userId} ${now}`)
      if (totals === 'off') return { allTimeRank: off, monthlyRank: off }
      const { allTime, monthly } = totals
      const rank = async (total: number | null, of: string | null) => {
        if (total === null) return unknown
        const rows = await board({ scenario, month: of, by: 'total' })
        const better = rows.filter(row => row.user_id !== userId && row.total > total + sameSum)
        return better.length < places ? better.length + 1 : beyond
      }
      return { allTimeRank: await rank(allTime, null), monthlyRank: await rank(monthly, now) }
    },
  }
}

/** Tolerance for sums of the same returns added in a different order. */
const sameSum = 1e-9

const ever: Period = { from: new Date(0), until: new Date('9999-01-01') }

/** The first instant of a month (YYYY-MM) and of the next one, in Hong Kong. */
function monthOf(month: string): Period {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: new Date(`${month}-01T00:00:00+08:00`), until: new Date(`${next}-01T00:00:00+08:00`) }
}
