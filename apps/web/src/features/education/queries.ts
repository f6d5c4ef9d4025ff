import {
  advancedVideos,
  patternExamples,
  standardVideos,
  sundayClubLink,
  sundayClubVideos,
} from '@finlist/contract/education'
import type { VideoList } from '@finlist/domain/education/video-lists'
import { asked } from '../../api/query-client.ts'

const calls = { 'sunday-club': sundayClubVideos, standard: standardVideos, advanced: advancedVideos } as const

export const videosOf = (list: VideoList) => asked(calls[list])

export const clubLink = () => asked(sundayClubLink)

export const examples = () => asked(patternExamples)
