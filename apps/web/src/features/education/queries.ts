import {
  advancedVideos,
  patternExamples,
  standardVideos,
  sundayClubLink,
  sundayClubVideos,
} from '@finlist/contract/education'
import type { VideoList } from '@finlist/domain/education/video-lists'
import { callQuery } from '../../api/query-client.ts'

const calls = { 'sunday-club': sundayClubVideos, standard: standardVideos, advanced: advancedVideos } as const

export const videosOf = (list: VideoList) => callQuery(calls[list])

export const clubLink = () => callQuery(sundayClubLink)

export const examples = () => callQuery(patternExamples)
