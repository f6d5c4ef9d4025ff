import { Readable } from 'node:stream'
import { reportInput } from '@finlist/contract/issues'
import { entriesOfAPage, recordPage, recordProof } from '@finlist/contract/record'
import { base64Of } from '@finlist/domain/record/bytes'
import { entryLine } from '@finlist/domain/record/entry'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../db/database.ts'
import { RecordKeyLost } from '../../db/record/record-key.ts'
import { ClientError, NotFound } from '../../http/client-errors.ts'
import { countPage, readEntries } from './store.ts'
import { RecordTree } from './tree.ts'

/**
 * Cache headers: `settled` for a full page of the record whose bodies are all public, `growing` for everything else.
 */
const settled = 'public, max-age=86400'
const growing = 'public, max-age=60'
/** Maximum number of entries in memory at a time. */
const piece = 100

/** The origin line of the record's checkpoints. */
export const recordOrigin = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl.host}/finlist-record`

/** Public routes for the record, callable from any site: its entries, its checkpoint and its proofs. `now` in ms. */
export function servePublicRecord(
  app: FastifyInstance,
  { config, database: { db }, now }: { config: Config; database: Database; now: () => number },
) {
  const tree = new RecordTree(db, recordOrigin(config))
  const witnesses = config.RECORD_WITNESSES.map(({ name }) => name)
  const open = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*')

  app.get('/record.ndjson', async (request, reply) => {
    const { from } = z.parse(recordPage, request.query, reportInput)
    const at = now()
    const { size, count, open: opened } = await countPage(db, from, from + entriesOfAPage - 1, at)
    const etag = `"${from}-${count}-${opened}"`
    open(reply).header('etag', etag)
    reply.header('cache-control', count === entriesOfAPage && opened === count ? settled : growing)
    reply.header('access-control-expose-headers', 'link')
    const next = from + count
    if (count > 0 && next <= (size ?? 0)) reply.header('link', `</record.ndjson?from=${next}>; rel="next"`)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines(db, from, next - 1, at)))
  })

  app.get('/.well-known/finlist-record', async (_, reply) => {
    const note = await tree.checkpoint(witnesses).catch(whyNone)
    if (note === undefined) throw new NotFound()
    return open(reply).type('text/plain; charset=utf-8').header('cache-control', growing).send(note)
  })

  app.get('/record/proof', async (request, reply) => {
    const asked = z.parse(recordProof, request.query, reportInput)
    const whole = await tree.newest()
    const { to = whole.size } = asked
    const from = 'seq' in asked ? asked.seq : asked.from
    if (from > to || to > whole.size) throw new NotFound()
    const proof = 'seq' in asked ? whole.inclusion(from - 1, to) : whole.consistency(from, to)
    return open(reply)
      .header('cache-control', growing)
      .send({
        ...('seq' in asked ? { seq: from } : { from, fromRoot: base64Of(whole.root(from)) }),
        to,
        toRoot: base64Of(whole.root(to)),
        proof: proof.map(base64Of),
      })
  })
}

/** Responds with 503 if the record's key is lost, because nothing can be signed. */
function whyNone(error: unknown): never {
  throw error instanceof RecordKeyLost ? new ClientError(503, 'unknown') : error
}

async function* lines(db: Db, from: number, to: number, now: number): AsyncGenerator<string> {
  for (let at = from; at <= to; at += piece) {
    const entries = await readEntries(db, at, Math.min(at + piece - 1, to), now)
    yield entries.map(entry => `${entryLine(entry)}\n`).join('')
  }
}
