import { deleteStudyTemplate, saveStudyTemplate, studyTemplates } from '@finlist/contract/charts/chart-storage'
import type { Study } from '@finlist/domain/chart/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../../api/request.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useCallForm } from '../../../components/use-call-form.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { heightsIn, readTemplate, studiesIn, writeTemplate } from '../chart-doc.ts'
import { own, templateList } from '../saved/queries.ts'
import { useFailure } from '../saved/use-failure.ts'
import { ToolButton } from '../ToolButton.tsx'

const Question = lazy(() => import('../../../ui/dialogs/confirm-dialog.tsx'))

type Props = {
  studies: readonly Study[]
  heights: () => Record<string, number>
  onApply: (studies: readonly Study[], heights: Record<string, number>) => void
}

/** Named sets of studies. Saves the chart's studies as a set, or replaces the chart's studies with a saved set. */
export function Templates({ studies, heights, onApply }: Props) {
  const t = useTranslation('studies')
  const tChart = useTranslation('chart')
  const queries = useQueryClient()
  const failed = useFailure()
  const list = useQuery(templateList())
  const names = Array.isArray(list.data?.data) ? list.data.data.map(({ name }) => name) : []
  const [asking, setAsking] = useState<{ about: 'replace' | 'delete'; name: string }>()
  const refresh = () => queries.invalidateQueries({ queryKey: [studyTemplates.path] })

  const form = useCallForm(saveStudyTemplate, {
    start: { name: '' },
    ask: ({ name }) => ({ query: own, body: { name, content: writeTemplate(studies, heights()) } }),
    onGood: typed => {
      const name = typed.name.trim()
      if (names.includes(name)) setAsking({ about: 'replace', name })
      else void form.send(typed)
    },
    onDone: async () => {
      form.reset({ name: '' })
      await refresh()
    },
    onFailed: async error => {
      failed(error)
      await refresh()
    },
  })
  const apply = async (templateName: string) => {
    try {
      const { data } = await request(studyTemplates, { query: { ...own, templateName } })
      const doc = 'content' in data ? readTemplate(data.content) : undefined
      if (doc) onApply(studiesIn(doc), heightsIn(doc))
      else await showAlert(t('template.foreign', { name: templateName }))
    } catch (error) {
      failed(error)
    }
  }
  const remove = async (templateName: string) => {
    await request(deleteStudyTemplate, { query: { ...own, templateName }, body: {} }).catch(failed)
    await refresh()
  }
  const answer = (yes: boolean) => {
    setAsking(undefined)
    if (yes && asking) void (asking.about === 'replace' ? form.send({ name: asking.name }) : remove(asking.name))
  }
  return (
    <section className="mt-6">
      <h3 className="text-13 font-strong">{t('templates')}</h3>
      {list.isError && <p className="mt-2 text-14 text-wrong">{t('templates.failed')}</p>}
      {list.isSuccess && names.length === 0 && <p className="mt-2 text-14 text-faded">{t('templates.none')}</p>}
      <ul className="mt-1">
        {names.map(it => (
          <li key={it} className="flex items-center gap-2 border-b border-line py-1">
            <span className="min-w-0 flex-1 truncate text-14">{it}</span>
            <ToolButton
              label={t('template.apply')}
              aria-label={t('template.apply-one', { name: it })}
              onClick={() => void apply(it)}
            />
            <ToolButton
              label={t('template.delete', { name: it })}
              onClick={() => setAsking({ about: 'delete', name: it })}
            >
              <Trash2 size={16} aria-hidden />
            </ToolButton>
          </li>
        ))}
      </ul>
      <form {...form.props} className="mt-3">
        <TextField
          label={t('template.name')}
          maxLength={100}
          {...form.field('name')}
          className="max-w-100"
          beside={
            <Button type="submit" disabled={form.values.name.trim() === ''}>
              {t('template.save')}
            </Button>
          }
        />
      </form>
      {asking && (
        <Suspense>
          <Question
            title={t(asking.about === 'replace' ? 'template.replace.title' : 'template.delete', { name: asking.name })}
            yesLabel={asking.about === 'replace' ? t('replace') : tChart('delete')}
            noLabel={tChart('cancel')}
            grave
            onAnswer={answer}
          >
            <p>{asking.about === 'replace' ? t('template.replace.question') : tChart('delete.question')}</p>
          </Question>
        </Suspense>
      )}
    </section>
  )
}
