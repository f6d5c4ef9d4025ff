import {
  deleteChart,
  deleteStudyTemplate,
  saveChart,
  saveChartOver,
  savedChart,
  savedCharts,
  saveStudyTemplate,
  studyTemplates,
} from '@finlist/contract/chart-storage'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { NotFound, Refused } from '../../http/refusals.ts'
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

/** A content of 1 MB in JSON, where every character may take six. */
const bodyLimit = 6_500_000

/** What a person saved of the chart, in the specification's routes. */
export function chartStorage(app: FastifyInstance, database: Database) {
  const { db } = database
  const ok = { status: 'ok' as const }
  type From = { caller: { userId: number }; query: { client: string } }
  const ownerOf = ({ caller, query }: From) => ({ userId: caller.userId, client: query.client })

  serve(app, savedCharts, async asked => ({ ...ok, data: await listCharts(db, ownerOf(asked)) }))
  const large = { bodyLimit }
  serve(app, saveChart, async asked => ({ ...ok, id: await insertChart(database, ownerOf(asked), asked.body) }), large)
  serve(
    app,
    saveChartOver,
    async asked => {
      assertFound(await replaceChart(db, ownerOf(asked), asked.params.id, asked.body))
      return ok
    },
    large,
  )
  serve(app, savedChart, async asked => {
    const data = await readChart(db, ownerOf(asked), asked.params.id)
    if (!data) throw new NotFound()
    return { ...ok, data }
  })
  serve(app, deleteChart, async asked => {
    assertFound(await removeChart(db, ownerOf(asked), asked.params.id))
    return ok
  })

  serve(app, studyTemplates, async asked => {
    const { templateName } = asked.query
    if (templateName === undefined) return { ...ok, data: await listTemplates(db, ownerOf(asked)) }
    const data = await readTemplate(db, ownerOf(asked), templateName)
    if (!data) throw new NotFound()
    return { ...ok, data }
  })
  serve(
    app,
    saveStudyTemplate,
    async asked => {
      await putTemplate(database, ownerOf(asked), asked.body.name, asked.body.content)
      return ok
    },
    large,
  )
  serve(app, deleteStudyTemplate, async asked => {
    const name = asked.query.templateName ?? asked.body.templateName
    if (name === undefined) throw new Refused('missing', { field: 'templateName', values: { field: 'templateName' } })
    assertFound(await removeTemplate(db, ownerOf(asked), name))
    return ok
  })
}

function assertFound(found: boolean) {
  if (!found) throw new NotFound()
}
