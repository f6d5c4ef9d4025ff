import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addDays, dayAt, weekday } from '@finlist/domain/calendar'
import type { VideoList } from '@finlist/domain/education/video-lists'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { publishVideos } from '../market-data/import/kinds/videos.ts'

/** Short silent videos of our own, each with captions and a still picture. */
export const demoVideoFolder = fileURLToPath(new URL('./videos', import.meta.url))

type DemoVideo = { list: VideoList; file: string; name: string; nameZh: string; seconds: number; weeksAgo: number }

const clubLink = 'https://sunday-club.example/register'

/** Adds the missing videos, and a link to the live club if staff have set none. */
export async function loadDemoVideos(database: Database, config: Config, now: number): Promise<void> {
  if (config.DEMO_DATA === 'off') return
  const videos = JSON.parse(readFileSync(join(demoVideoFolder, 'videos.json'), 'utf8')) as DemoVideo[]
  const today = dayAt('HKEX', now)
  const lastSunday = addDays(today, -weekday(today))
  await database.load(async tx => {
    const added: VideoList[] = []
    for (const { list, file, name, nameZh, seconds, weeksAgo } of videos) {
      const { rowCount } = await tx.query(
        `insert into video (list, vimeo_id, name, name_zh, thumbnail, file, duration_seconds, published_on)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [list, file, name, nameZh, `${file}.svg`, `${file}.webm`, seconds, addDays(lastSunday, -7 * weeksAgo)],
      )
      if (rowCount) added.push(list)
    }
    await publishVideos(tx, added)
    await tx.query(`insert into config_entry (key, value) values ('SUNDAY_CLUB_LINK', $1) on conflict do nothing`, [
      clubLink,
    ])
  })
}
