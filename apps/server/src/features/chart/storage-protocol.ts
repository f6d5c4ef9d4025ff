import {
  deleteProtocolChart,
  deleteProtocolTemplate,
  maxContent,
  protocolCharts,
  protocolTemplates,
  saveProtocolChart,
  saveProtocolTemplate,
} from '@finlist/contract/chart-storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { Refusal, Refused, Unauthorized } from '../../http/refusals.ts'
import { languageOf } from '../../http/say.ts'
import { serve } from '../../http/serve.ts'
import {
  insertChart,
  listCharts,
  listTemplates,
  putTemplate,
  readChart,
  readTemplate,
  removeChart,
  removeTemplate,
  replaceChart,
} from './storage-rows.ts'

/** A content of 1 MB as a form, where every character may take nine. */
const bodyLimit = 9 * maxContent + 100_000

/** The public 1.1 save and load protocol, on the rows of the specification's routes. */
export async function chartStorageProtocol(api: FastifyInstance, database: Database) {
  const { db } = database
  const ok = { status: 'ok' as const }
  const failed = (message: string) => ({ status: 'error' as const, message })
  type From = { caller: { userId: number }; query: { client: string } }
  const ownerOf = ({ caller, query }: From) => ({ userId: caller.userId, client: query.client })

  await api.register(async app => {
    takeForms(app)
    answerInTheProtocol(app)

    serve(app, protocolCharts, async asked => {
      const { chart } = asked.query
      if (chart === undefined) return { ...ok, data: await listCharts(db, ownerOf(asked)) }
      const data = await readChart(db, ownerOf(asked), chart)
      return data ? { ...ok, data } : failed('Chart not found')
    })
    serve(
      app,
      saveProtocolChart,
      async asked => {
        const { chart } = asked.query
        if (chart === undefined) return { ...ok, id: await insertChart(database, ownerOf(asked), asked.body) }
        return (await replaceChart(db, ownerOf(asked), chart, asked.body)) ? ok : failed('Chart not found')
      },
      { bodyLimit },
    )
    serve(app, deleteProtocolChart, async asked =>
      (await removeChart(db, ownerOf(asked), asked.query.chart)) ? ok : failed('Chart not found'),
    )

    serve(app, protocolTemplates, async asked => {
      const { template } = asked.query
      if (template === undefined) return { ...ok, data: await listTemplates(db, ownerOf(asked)) }
      const data = await readTemplate(db, ownerOf(asked), template)
      return data ? { ...ok, data } : failed('StudyTemplate not found')
    })
    serve(
      app,
      saveProtocolTemplate,
      async asked => {
        await putTemplate(database, ownerOf(asked), asked.body.name, asked.body.content)
        return ok
      },
      { bodyLimit },
    )
    serve(app, deleteProtocolTemplate, async asked =>
      (await removeTemplate(db, ownerOf(asked), asked.query.template)) ? ok : failed('StudyTemplate not found'),
    )
  })
}

/** Bodies of this protocol are forms, of either kind. */
function takeForms(app: FastifyInstance) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
  app.addHook('preValidation', async (request: FastifyRequest) => {
    if (request.isMultipart?.()) request.body = await fieldsOf(request).catch(formFault)
  })
}

/** A body that only says that it is a form is the caller's fault. */
function formFault(error: Error & { statusCode?: number }): never {
  throw error.statusCode ? error : new Refused('invalid', { field: 'body', values: { field: 'body' } })
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  for await (const part of request.parts({ limits: { files: 0, fields: 20, fieldSize: 4 * maxContent } })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
  }
  return fields
}

/** Who may not call is told so by the status; everything else is 200 with the reason, as the protocol's clients expect. */
function answerInTheProtocol(app: FastifyInstance) {
  const usual = app.errorHandler
  app.setErrorHandler((error: Error & { statusCode?: number; issues?: unknown[] }, request, reply) => {
    const status = error instanceof Refusal ? error.httpStatus : (error.statusCode ?? (error.issues ? 400 : 500))
    if (error instanceof Unauthorized || status === 403 || status >= 500) return usual(error as never, request, reply)
    const [entry] = error instanceof Refusal ? error.entries(languageOf(request.headers['accept-language'])) : []
    return reply.code(200).send({ status: 'error', message: entry?.message ?? 'Wrong request' })
  })
}
