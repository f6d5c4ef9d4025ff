import type { SentMessage } from '@finlist/contract/system-messages'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useStaffWords } from '../../components/staff-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { MessageState } from './MessageState.tsx'
import { MessageText } from './MessageText.tsx'
import { Withdraw } from './Withdraw.tsx'

export function MessageTable({ messages }: { messages: readonly SentMessage[] }) {
  const t = useTranslation('admin')
  const words = useStaffWords()
  const columns = [
    { key: 'when', label: t('said.when'), unit: t('when.zone'), width: 13 },
    { key: 'target', label: t('target'), width: 12 },
    { key: 'text', label: t('said.text') },
    { key: 'state', label: t('said.state'), unit: t('when.zone'), width: 14 },
    { key: 'withdraw', label: t('withdraw'), width: 9 },
  ]
  return (
    <DataTable caption={t('said')} columns={columns}>
      <tbody>
        {messages.map(message => (
          <tr key={message.systemMessageId} className="align-top [&>*]:py-2.5">
            <th scope="row" className="[overflow-wrap:anywhere]">
              {hongKongDate(message.createdAt, 'moment')}
              <span className="block text-12 text-faded">{message.by}</span>
            </th>
            <td>{words.target(message.target)}</td>
            <td>
              <MessageText message={message} />
            </td>
            <td>
              <MessageState message={message} />
            </td>
            <td>
              <Withdraw message={message} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
