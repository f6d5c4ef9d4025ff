import { videoLists } from '@finlist/domain/education/video-lists'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'
import { imported, reading } from './staff/admin.ts'

/** Safety limit, higher than the length of any real list. */
export const mostVideos = 1_000

/**
 * `vimeoId`: the video's id at the embedding service or, for our own files (`isFile`), a local id. `thumbnail`: a URL;
 * empty if there is none. `duration`: in seconds.
 */
const video = z.object({
  vimeoId: z.string(),
  name: z.string(),
  nameZh: z.string(),
  thumbnail: z.string(),
  duration: z.number(),
  date: isoDate,
  isFile: z.boolean(),
})
const videos = z.array(video).check(z.maxLength(mostVideos))
export type Video = z.output<typeof video>

/**
 * Recordings of the Sunday club, newest first. `duration` is in seconds; `isFile` marks videos that `viewVideo` returns
 * as files.
 */
export const sundayClubVideos = call({
  method: 'GET',
  path: '/education/sunday-club',
  topics: ['education'],
  needs: { right: videoLists['sunday-club'], fresh: 'never' },
  data: videos,
})

/** The registration link for the next session; empty if none is set. */
export const sundayClubLink = call({
  method: 'GET',
  path: '/education/sunday-club/link',
  needs: { right: 'sunday-club', fresh: 'never' },
  data: z.string(),
})

/** The standard videos, as `sundayClubVideos` returns them. */
export const standardVideos = call({
  method: 'GET',
  path: '/education/videos',
  topics: ['education'],
  needs: { right: videoLists.standard, fresh: 'never' },
  data: videos,
})

/** The advanced videos, as `sundayClubVideos` returns them. */
export const advancedVideos = call({
  method: 'GET',
  path: '/education/videos/advanced',
  topics: ['education'],
  needs: { right: videoLists.advanced, fresh: 'never' },
  data: videos,
})

/**
 * Records that the caller opened the video. 404 if it does not exist; Forbidden if the caller may see none of the lists
 * that contain it. For our own files, returns the URLs of the video and its captions. The URLs are valid for six hours
 * and support range requests. For other videos, `file` is null and there are no captions.
 */
export const viewVideo = call({
  method: 'GET',
  path: '/education/view-video/:vimeoId',
  needs: { right: 'signed-in', fresh: 'never' },
  changes: true,
  params: z.object({ vimeoId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) }),
  data: z.object({
    file: z.nullable(z.string()),
    captions: z.array(z.object({ language: z.enum(['en', 'zh']), address: z.string() })).check(z.maxLength(2)),
  }),
})

/** An example stock for each base in the pattern guide, from synthetic market data; empty without such data. */
export const patternExamples = call({
  method: 'GET',
  path: '/education/pattern-examples',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z
    .array(
      z.object({
        patternType: z.enum(['CWH', 'CUP', 'FB', 'DB']),
        symbol: z.string(),
        stockName: z.string(),
        stockNameZh: z.string(),
      }),
    )
    .check(z.maxLength(4)),
})

/** Adds videos to lists. A video replaces the one with the same list and vimeoId. */
export const uploadVideos = call({
  method: 'POST',
  path: '/admin/data/videos/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['videosCsv'],
  data: imported,
})
