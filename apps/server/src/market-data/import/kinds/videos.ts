import { videoColumns } from '@finlist/contract/staff/upload-columns'
import { type VideoList, videoLists } from '@finlist/domain/education/video-lists'
import type { Db, Tx } from '../../../db/database.ts'
import { publish } from '../../../db/topics.ts'
import { compare, replaced } from '../compare.ts'
import { clip, readFlag, readText, readVolume } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import type { ReadDate } from '../files/date.ts'
import { CellError } from '../import-errors.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import { keysReplaced } from '../replaced-rows.ts'
import type { Incoming, Staged } from '../stage.ts'

type Name = NameIn<typeof videoColumns>

const day = 86_400
const known = Object.keys(videoLists) as VideoList[]

/** A file of videos for any of the lists. */
function incomingVideos(readDate: ReadDate): Incoming<Name> {
  return {
    field: 'videosCsv',
    table: 'incoming_video',
    shape: `list text not null, vimeo_id text not null, name text not null, name_zh text not null,
      thumbnail text not null, file text not null, duration_seconds integer not null, published_on date not null,
      hidden boolean not null`,
    key: ['list', 'vimeo_id'],
    twice: 'import.same-video-twice',
    columns: columnsOf(videoColumns),
    values: cells => [
      readList(cells.of('list')),
      readVimeoId(cells.of('vimeoId')),
      readName(cells.of('name')),
      readText(cells.of('nameZh'), 'nameZh', 200),
      readThumbnail(cells.of('thumbnail')),
      readFile(cells.of('file')),
      readSeconds(cells.of('duration')),
      readDate(cells.of('date'), 'date'),
      readFlag(cells.of('hidden'), 'hidden'),
    ],
  }
}

function readList(cell: string): VideoList {
  const written = cell.toLowerCase()
  const found = known.find(list => list === (written === 'videos' ? 'standard' : written))
  if (!found) throw new CellError('import.video-list', { cell: clip(cell), known: known.join(', ') })
  return found
}

/** Reads the video's id, or its URL at the service. */
function readVimeoId(cell: string): string {
  const address = /^https:\/\/(?:www\.)?(?:vimeo\.com|player\.vimeo\.com\/video)\/(\d+)\/?(?:\?.*)?$/.exec(cell)
  const id = address?.[1] ?? cell.replace(/^(\d+)\.0$/, '$1')
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new CellError('import.video-id', { cell: clip(cell) })
  return id
}

function readName(cell: string): string {
  if (cell === '') throw new CellError('import.blank', { column: 'name' })
  return readText(cell, 'name', 200)
}

const picture = /^[A-Za-z0-9][\w.-]{0,99}\.(?:jpe?g|png|webp|avif|svg)$/i
const film = /^[A-Za-z0-9][\w.-]{0,99}\.(?:mp4|m4v|webm)$/i

function readThumbnail(cell: string): string {
  const isAddress = /^https:\/\/[^\s"<>]+$/.test(cell) && URL.canParse(cell)
  if (cell !== '' && !isAddress && !picture.test(cell))
    throw new CellError('import.video-thumbnail', { cell: clip(cell) })
  return readText(cell, 'thumbnail', 500)
}

function readFile(cell: string): string {
  if (cell !== '' && !film.test(cell)) throw new CellError('import.video-file', { cell: clip(cell) })
  return cell
}

function readSeconds(cell: string): number {
  const seconds = readVolume(cell, 'duration')
  if (seconds > day) throw new CellError('import.too-big', { column: 'duration', cell: clip(cell) })
  return seconds
}

const optional = { nameZh: 'name_zh', thumbnail: 'thumbnail', file: 'file', hidden: 'hidden' }

/** Replaces existing videos; columns that the file lacks stay unchanged. Publishes the changed lists. */
async function planVideos(tx: Tx, { rows, has }: Staged) {
  const given = Object.entries(optional).flatMap(([name, column]) => (has.has(name) ? [column] : []))
  const columns = ['name', 'duration_seconds', 'published_on', ...given]
  const key = ['list', 'vimeo_id']
  return {
    counts: await compare(tx, { came: 'incoming_video', rows, known: 'video', key, values: columns }),
    async write() {
      await tx.query(
        `insert into video (list, vimeo_id, ${columns.join(', ')})
         select list, vimeo_id, ${columns.join(', ')} from incoming_video
         on conflict (list, vimeo_id) do update set ${replaced(columns)}`,
      )
      const touched = await tx.query<{ list: VideoList }>('select distinct list from incoming_video')
      await publishVideos(
        tx,
        touched.rows.map(({ list }) => list),
      )
    },
  }
}

/** Publishes the lists. The standard and the advanced videos share a topic, and so share the dot in the menu. */
export async function publishVideos(tx: Db, lists: readonly VideoList[]) {
  await publish(tx, ...lists.map(list => `education:${list === 'sunday-club' ? list : 'videos'}` as const))
}

export const videoImporter: Importer = {
  // Topics are published while the lists are written.
  topics: () => [],
  async plan(tx, _, { staging, staged, readDate }) {
    const file = await staging(incomingVideos(readDate))
    await staged()
    return { count: file.rows, created: [], notes: file.notes, ...(await planVideos(tx, file)) }
  },
  rollBack: {
    ...byReplacedRows,
    async undo(tx, { upload_id }) {
      const videos = await keysReplaced<{ list: VideoList }>(tx, upload_id, 'video')
      await publishVideos(
        tx,
        videos.map(({ list }) => list),
      )
    },
  },
}
