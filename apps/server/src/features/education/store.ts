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

/** The list's visible videos, newest first; those of the same day by name. */
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

/** The lists that contain the video, and its file in each of them. */
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
        .doUpdateSet({ views: sql`video_view.views + 1`, last_viewed_at: sql`product_now()` }),
    )
    .execute()
}

/** The live club's registration URL, as set by staff. */
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

/** The range, in days, that a chart shows when it opens: half a year. One click extends it to a year, `daysAtMost`. */
const daysAtFirst = 175
const daysAtMost = 365

/**
 * Age in days up to which an issue's stocks are not used as examples: their bases would reveal the issue to users
 * without access.
 */
const issueInViewDays = 91

/**
 * For each kind of base, the demo market's clearest example among stocks that are in no recent issue. Prefers bases
 * that broke out upwards, fit the chart as it opens, have many points, span more than a few weeks, and have prices with
 * fine steps. Real stocks are never used as examples.
 */
export async function readExamples(db: Db): Promise<ExampleRow[]> {
  const { rows } = await sql<ExampleRow>`
    select distinct on (pattern_type) pattern_type, stock_code, stock_name, stock_name_zh
    from chart_pattern pattern join stock using (exchange, stock_code)
    cross join (select max(date) as last from bar where exchange = 'HKEX') newest
    cross join lateral (select (options->>'pivot')::float as pivot, (options->>'lengthWeeks')::float as weeks) base
    cross join lateral (select max(close) as high from bars_after(pattern.exchange, pattern.stock_code, to_date, null)) after
    where exchange = 'HKEX' and pattern_id like 'demo-%' and pattern_type in ('CWH', 'CUP', 'FB', 'DB')
      and from_date > last - ${daysAtMost}::int
      and not exists (select from finlist_pick pick
        where pick.exchange = pattern.exchange and pick.stock_code = pattern.stock_code
          and issue_date > (select max(issue_date) from finlist_issue where exchange = 'HKEX') - ${issueInViewDays}::int)
    order by pattern_type, after.high > pivot desc nulls last, from_date > last - ${daysAtFirst}::int desc,
      jsonb_array_length(points) desc, weeks > 6 desc nulls last, pivot > 5 desc nulls last, to_date desc,
      stock_code`.execute(db)
  return rows
}
