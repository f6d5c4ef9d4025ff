import { mostVideos } from '@finlist/contract/education'
import type { VideoList } from '@finlist/domain/education/video-lists'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export type VideoRow = {
  vimeo_id: string
  name: string
  name_zh: string
  thumbnail: string
  file: string
  duration_seconds: number
  published_on: string
}

/** Newest first; of one day by name. */
export async function readVideos(db: Db, list: VideoList): Promise<VideoRow[]> {
  return await db
    .selectFrom('video')
    .select(['vimeo_id', 'name', 'name_zh', 'thumbnail', 'file', 'duration_seconds', 'published_on'])
    .where('list', '=', list)
    .where('hidden', '=', false)
    .orderBy('published_on', 'desc')
    .orderBy('name')
    .limit(mostVideos)
    .execute()
}

/** The lists that show the video, and the file it is in each of them. */
export async function findVideo(db: Db, vimeoId: string): Promise<{ list: VideoList; file: string }[]> {
  return await db
    .selectFrom('video')
    .select(['list', 'file'])
    .where('vimeo_id', '=', vimeoId)
    .where('hidden', '=', false)
    .execute()
}

export async function noteView(tx: Tx, userId: number, vimeoId: string) {
  await tx
    .insertInto('video_view')
    .values({ user_id: userId, vimeo_id: vimeoId })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'vimeo_id'])
        .doUpdateSet({ views: sql`video_view.views + 1`, last_viewed_at: sql`now()` }),
    )
    .execute()
}

/** Where one registers for the live club, as staff set it. */
export async function readClubLink(db: Db): Promise<string> {
  const row = await db
    .selectFrom('config_entry')
    .select('value')
    .where('key', '=', 'SUNDAY_CLUB_LINK')
    .executeTakeFirst()
  return row?.value ?? ''
}

export type ExampleRow = {
  pattern_type: 'CWH' | 'CUP' | 'FB' | 'DB'
  stock_code: string
  stock_name: string
  stock_name_zh: string
}

/** Of each base the demo market's clearest: drawn with the most turns, then the newest. Bases of real stocks are nobody's example. */
export async function readExamples(db: Db): Promise<ExampleRow[]> {
  const { rows } = await sql<ExampleRow>`
    select distinct on (pattern_type) pattern_type, stock_code, stock_name, stock_name_zh
    from chart_pattern join stock using (exchange, stock_code)
    where exchange = 'HKEX' and pattern_id like 'demo-%' and pattern_type in ('CWH', 'CUP', 'FB', 'DB')
    order by pattern_type, jsonb_array_length(points) desc, to_date desc, stock_code`.execute(db)
  return rows
}
