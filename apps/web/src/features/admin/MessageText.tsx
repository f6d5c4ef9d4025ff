import type { SentMessage } from '@finlist/contract/system-messages'

/** The message in both languages, or once if both texts are the same. */
export function MessageText({ message: { message, state } }: { message: SentMessage }) {
  const look = `whitespace-pre-line wrap-anywhere ${state === 'showing' ? '' : 'text-faded'}`
  return (
    <div className="grid gap-1">
      <p lang="zh-Hant-HK" className={look}>
        {message.zh}
      </p>
      {message.en !== message.zh && (
        <p lang="en" className={look}>
          {message.en}
        </p>
      )}
    </div>
  )
}
