import { Fragment, useId } from 'react'

type Props = { title: string; keys: readonly { keys: string; does: string }[] }

/** Keyboard shortcuts with a title, as shown in help dialogs. */
export function KeyGroup({ title, keys }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-5 last:mb-0">
      <h3 id={id} className="mb-1 text-14 font-strong">
        {title}
      </h3>
      <dl className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-x-5 text-14 wrap-anywhere">
        {keys.map(key => (
          <Fragment key={key.keys + key.does}>
            <dt className="border-t border-line py-1.5 text-13 text-faded">{key.keys}</dt>
            <dd className="border-t border-line py-1.5">{key.does}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
