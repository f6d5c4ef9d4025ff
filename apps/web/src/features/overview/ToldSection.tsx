import { type Dispatches, dispatches, sendAgain } from '@finlist/contract/staff/dispatches'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Section } from '../../ui/section.tsx'

const anewEveryMs = 30_000
const query = callQuery(dispatches)
type Row = Dispatches['rows'][number]

/** Number of notifications sent, waiting and failed, by kind. Failed ones can be sent again. */
export function ToldSection() {
  const t = useTranslation('overview')
  const { data } = useQuery({ ...query, refetchInterval: anewEveryMs })
  const again = useMutation({
    networkMode: 'always',
    mutationFn: ({ way, kind }: Row) => request(sendAgain, { body: { way, kind } }),
    onSuccess: () => queryClient.invalidateQueries(query),
    onError: error => showAlert(failureText(error, t)),
  })
  if (!data) return null
  return (
    <Section title={t('told')} beside={<p className="text-12 text-faded">{t('told.about')}</p>}>
      {data.rows.length === 0 ? (
        <p className="mt-2.5 text-13 text-faded">{t('told.none')}</p>
      ) : (
        <FigureTable
          caption={t('told')}
          rows={data.rows}
          keyOf={({ way, kind }) => `${way} ${kind}`}
          columns={[
            { label: t('told.what'), words: true, of: ({ kind }) => t(`told.kind.${kind}`) },
            { label: t('told.way'), words: true, of: ({ way }) => t(`told.way.${way}`) },
            { label: t('told.waiting'), of: row => row.waiting },
            { label: t('told.sent'), of: row => row.sent },
            {
              label: t('told.failed'),
              of: row => <span className={row.failed > 0 ? 'font-strong text-wrong' : ''}>{row.failed}</span>,
            },
            { label: t('told.last'), of: row => row.lastSentAt && hongKongDate(row.lastSentAt, 'moment') },
            { label: t('told.fault'), words: true, of: row => row.fault },
            {
              label: t('told.again'),
              action: true,
              of: row =>
                row.failed > 0 && (
                  <Button
                    className="px-3 font-normal md:min-h-8 md:text-13"
                    aria-label={t('told.again-of', { kind: t(`told.kind.${row.kind}`) })}
                    disabled={again.isPending}
                    onClick={() => again.mutate(row)}
                  >
                    {t('told.again')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <DescriptionList>
        <Fact name={t('told.boxes')}>{data.refusingBoxes}</Fact>
        <Fact name={t('told.browsers')}>{data.browsers}</Fact>
      </DescriptionList>
    </Section>
  )
}
