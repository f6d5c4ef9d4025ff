import {
  deleteProtocolChart,
  deleteProtocolTemplate,
  protocolCharts,
  protocolTemplates,
  saveProtocolChart,
  saveProtocolTemplate,
} from '@finlist/contract/charts/chart-storage'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { ClientError, Unauthorized } from '../../http/client-errors.ts'
import { takeForms } from '../../http/forms.ts'
import { serve } from '../../http/serve.ts'
import { languageOf } from '../../http/translate.ts'
import {
  insertChart,
  listCharts,
  listTemplates,
  ownerOf,
  putTemplate,
  readChart,
  readTemplate,
  removeChart,
  removeTemplate,
  replaceChart,
} from './storage-rows.ts'

/** Routes of the public chart storage protocol, version 1.1. They use the same rows as the specification's routes. */
export async function chartStorageProtocol(api: FastifyInstance, { database }: { database: Database }) {
  const { db } = database
  const ok = { status: 'ok' as const }
  const failed = (message: string) => ({ status: 'error' as const, message })

  await api.register(async app => {
    takeForms(app)
    answerInTheProtocol(app)

    serve(app, protocolCharts, async asked => {
      const { chart } = asked.query
      if (chart === undefined) return { ...ok, data: await listCharts(db, ownerOf(asked)) }
      const data = await readChart(db, ownerOf(asked), chart)
      return data ? { ...ok, data } : failed('Chart not found')
    })
    serve(app, saveProtocolChart, async asked => {
      const { chart } = asked.query
      if (chart === undefined) return { ...ok, id: await insertChart(database, ownerOf(asked), asked.body) }
      return (await replaceChart(database, ownerOf(asked), chart, asked.body)) ? ok : failed('Chart not found')
    })
    serve(app, deleteProtocolChart, async asked =>
      (await removeChart(db, ownerOf(asked), asked.query.chart)) ? ok : failed('Chart not found'),
    )

    serve(app, protocolTemplates, async asked => {
      const { template } = asked.query
      if (template === undefined) return { ...ok, data: await listTemplates(db, ownerOf(asked)) }
      const data = await readTemplate(db, ownerOf(asked), template)
      return data ? { ...ok, data } : failed('StudyTemplate not found')
    })
    serve(app, saveProtocolTemplate, async asked => {
      await putTemplate(database, ownerOf(asked), asked.body.name, asked.body.content)
      return ok
    })
    serve(app, deleteProtocolTemplate, async asked =>
      (await removeTemplate(db, ownerOf(asked), asked.query.template)) ? ok : failed('StudyTemplate not found'),
    )
  })
}

/**
 * Missing rights get the error's status. Other errors are sent with status 200 and a reason, as clients of the protocol
 * expect.
 */
function answerInTheProtocol(app: FastifyInstance) {
  const usual = app.errorHandler
  app.setErrorHandler((error: Error & { statusCode?: number; issues?: unknown[] }, request, reply) => {
    const status = error instanceof ClientError ? error.httpStatus : (error.statusCode ?? (error.issues ? 400 : 500))
    if (error instanceof Unauthorized || status === 403 || status >= 500) return usual(error as never, request, reply)
    const [entry] = error instanceof ClientError ? error.entries(languageOf(request.headers['accept-language'])) : []
    return reply.code(200).send({ status: 'error', message: entry?.message ?? 'Wrong request' })
  })
}
