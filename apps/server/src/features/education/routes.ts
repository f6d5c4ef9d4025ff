import {
  advancedVideos,
  patternExamples,
  standardVideos,
  sundayClubLink,
  sundayClubVideos,
  viewVideo,
} from '@finlist/contract/education'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { type VideoList, videoLists } from '@finlist/domain/education/video-lists'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { Forbidden, NotFound } from '../../http/client-errors.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { findVideo, noteView, readClubLink, readExamples, readVideos, type VideoRow } from './store.ts'
import type { VideoFiles } from './video-files.ts'

export async function educationRoutes(
  app: FastifyInstance,
  { database, videoFiles: files }: { database: Database; videoFiles: VideoFiles },
) {
  const { db, changes } = database
  const lists = new Cache<VideoList, EncodedResponse>({
    changes,
    maxEntries: Object.keys(videoLists).length,
    dependsOn: { education: 'all' },
    load: async list => {
      const rows = await readVideos(db, list)
      return await EncodedResponse.make(
        standardVideos,
        rows.map(row => sayVideo(row, files)),
      )
    },
  })

  await files.serve(app)
  serve(app, sundayClubVideos, () => lists.get('sunday-club'))
  serve(app, standardVideos, () => lists.get('standard'))
  serve(app, advancedVideos, () => lists.get('advanced'))
  serve(app, sundayClubLink, () => readClubLink(db))

  serve(app, viewVideo, async ({ params: { vimeoId }, caller }) => {
    const found = await findVideo(db, vimeoId)
    if (found.length === 0) throw new NotFound()
    const theirs = found.find(({ list }) => caller.rights.has(videoLists[list]))
    if (!theirs) throw new Forbidden()
    await database.write(tx => noteView(tx, caller.userId, vimeoId))
    if (theirs.file === '') return { file: null, captions: [] }
    return { file: files.addressOf(theirs.file), captions: files.captionsOf(theirs.file) }
  })

  serve(app, patternExamples, async () =>
    (await readExamples(db)).map(row => ({
      patternType: row.pattern_type,
      symbol: symbolOf({ exchange: 'HKEX', stockCode: row.stock_code }),
      stockName: row.stock_name,
      stockNameZh: row.stock_name_zh,
    })),
  )
}

function sayVideo(row: VideoRow, files: VideoFiles) {
  const { thumbnail } = row
  return {
    vimeoId: row.vimeo_id,
    name: row.name,
    nameZh: row.name_zh,
    thumbnail: thumbnail === '' || thumbnail.startsWith('https:') ? thumbnail : files.pictureAddress(thumbnail),
    duration: row.duration_seconds,
    date: row.published_on,
    isFile: row.file !== '',
  }
}
