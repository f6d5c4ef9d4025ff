import {
  type GameLevel,
  type GamePlay,
  gameLeaderboard,
  gameLevel,
  gameLevels,
  gameRank,
  gameSkill,
  gameStep,
} from '@finlist/contract/fintrainer'
import { everyPlaylist } from '@finlist/domain/fintrainer/playlists'
import { queryOptions } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { type Scenario, scenarioIdOf } from './scenarios.ts'

/** Refetched on each use, because the user may have played on another device in the meantime. */
export const levelList = () => ({ ...callQuery(gameLevels, { params: { playlistId: everyPlaylist } }), staleTime: 0 })

type Named = Pick<GameLevel, 'playlistId' | 'levelId'>
/** A level's path parameters. */
const pathTo = ({ playlistId, levelId }: Named) => ({ playlistId, levelId })

/** Starts a level, or opens it in its current state. Can be repeated safely, because a level starts only once. */
export const playOf = (level: GameLevel) =>
  queryOptions({
    queryKey: [gameStep.path, pathTo(level)],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal, queryKey }): Promise<GamePlay> => {
      const isBegun = level.open || queryClient.getQueryData(queryKey) !== undefined
      const begun = isBegun && (await request(gameLevel, { params: pathTo(level), signal })).play
      const play = begun || (await request(gameStep, { body: { ...pathTo(level), action: 'start', steps: 0 } }))
      noteLevel(play.level)
      return play
    },
  })

/** Finishes a level that was started but is not finished yet. */
export async function leaveLevel(level: Named): Promise<void> {
  const { play } = await request(gameLevel, { params: pathTo(level) })
  if (!play || play.state === 'finished') return
  noteLevel((await request(gameStep, { body: { ...pathTo(level), action: 'finish', steps: play.steps } })).level)
}

/** Stores the level's new state in the cached list. */
export function noteLevel(level: GameLevel): void {
  queryClient.setQueryData(levelList().queryKey, levels =>
    levels?.map(old => (old.playlistId === level.playlistId && old.levelId === level.levelId ? level : old)),
  )
}

export const rankOf = (scenario: Scenario) => ({
  ...callQuery(gameRank, { query: { playlistId: scenarioIdOf[scenario] } }),
  staleTime: 0,
})

export const skillOf = (scenario: Scenario) => ({
  ...callQuery(gameSkill, { query: { playlistId: scenarioIdOf[scenario] } }),
  staleTime: 0,
})

export type Order = { isAllTime: boolean; sortByTotalReturn: boolean }

export const leaderboardOf = (scenario: Scenario, { isAllTime, sortByTotalReturn }: Order) => ({
  ...callQuery(gameLeaderboard, {
    query: {
      playlistId: scenarioIdOf[scenario],
      isAllTime: isAllTime ? 'true' : 'false',
      sortByTotalReturn: sortByTotalReturn ? 'true' : 'false',
      direction: 'asc',
    },
  }),
  staleTime: 0,
})
