import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '../../test/deferred.ts'
import { show } from '../../test/show.tsx'
import { Button } from '../ui/button.tsx'
import Dialog from '../ui/dialogs/dialog.tsx'
import { keepFocus } from './keep-focus.ts'

let end = () => undefined as void
beforeEach(() => {
  end = keepFocus()
})
afterEach(() => end())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const focused = () => document.activeElement?.textContent ?? ''
const frames = async (count: number) => {
  for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame)
}

/** Rows with a delete button each, optionally with a confirmation dialog. */
function Rows({ asks = false }: { asks?: boolean }) {
  const [rows, setRows] = useState(['Heron', 'Rook', 'Wren'])
  const [asked, setAsked] = useState<string>()
  const remove = (row: string) => setRows(rows.filter(other => other !== row))
  return (
    <>
      <Button>Above</Button>
      <ul>
        {rows.map(row => (
          <li key={row}>
            {row}
            <Button onClick={() => (asks ? setAsked(row) : remove(row))}>{`Delete ${row}`}</Button>
          </li>
        ))}
      </ul>
      <p>Blank</p>
      <Dialog open={asked !== undefined} onClose={() => setAsked(undefined)} title="Sure?" closeLabel="Close">
        <Button
          onClick={() => {
            remove(asked!)
            setAsked(undefined)
          }}
        >
          Yes
        </Button>
      </Dialog>
    </>
  )
}

test('after a deletion focus moves to the element that takes the deleted one’s place, or else to the element before it', async () => {
  await show(<Rows />)
  await userEvent.click(button('Delete Rook'))
  await expect.poll(focused).toBe('Delete Wren')
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toBe('Delete Heron')
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toBe('Above')
})

test('after a deletion that a dialog confirms, focus moves to the element that takes the deleted one’s place', async () => {
  await show(<Rows asks />)
  await userEvent.click(button('Delete Rook'))
  await userEvent.click(button('Yes'))
  await expect.poll(focused).toBe('Delete Wren')
})

test('when a dialog closes and the button that opened it is gone, focus moves to the element that takes the button’s place', async () => {
  function Lists() {
    const [isAsked, setAsked] = useState(false)
    const [lists, setLists] = useState<string[]>([])
    return (
      <>
        {lists.length === 0 && <Button onClick={() => setAsked(true)}>Create the first</Button>}
        {lists.map(list => (
          <Button key={list}>{list}</Button>
        ))}
        <Dialog open={isAsked} onClose={() => setAsked(false)} title="A new list" closeLabel="Close">
          <Button
            onClick={() => {
              setLists(['Growth'])
              setAsked(false)
            }}
          >
            Save
          </Button>
        </Dialog>
      </>
    )
  }
  await show(<Lists />)
  await expect.element(button('Create the first')).toBeVisible()
  ;(button('Create the first').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Save')).toBeVisible()
  ;(button('Save').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toBe('Growth')
})

test('a click outside all controls clears the focus, and the focus is not restored', async () => {
  await show(<Rows />)
  await userEvent.click(button('Delete Rook'))
  await expect.poll(focused).toBe('Delete Wren')
  await userEvent.click(page.getByText('Blank'))
  await expect.poll(() => document.activeElement).toBe(document.body)
  await frames(5)
  expect(document.activeElement).toBe(document.body)
})

test.each(['before', 'after'])(
  'a link within the page moves the view to its target, and no focus change moves it back (pressed %s focus is watched)',
  async pressed => {
    await show(
      <>
        <a href="#far">To the end</a>
        <p style={{ height: '400vh' }}>Between</p>
        <h2 id="far">The end</h2>
      </>,
    )
    const far = page.getByRole('heading', { name: 'The end' })
    const link = page.getByRole('link', { name: 'To the end' })
    await expect.element(link).toBeVisible()
    if (pressed === 'before') end()
    const element = link.element() as HTMLElement
    element.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(far).toBeInViewport()
    if (pressed === 'before') end = keepFocus(element)
    await frames(5)
    await expect.element(far).toBeInViewport()
    history.replaceState(null, '', location.pathname + location.search)
  },
)

test('focus returns to a field that was disabled while its form was sent', async () => {
  const answer = deferred()
  function Form() {
    const [isBusy, setBusy] = useState(false)
    return (
      <form
        onSubmit={event => {
          event.preventDefault()
          setBusy(true)
          void answer.promise.then(() => setBusy(false))
        }}
      >
        <input aria-label="Name" disabled={isBusy} />
        <Button type="submit">Send</Button>
      </form>
    )
  }
  await show(<Form />)
  const field = page.getByRole('textbox', { name: 'Name' })
  await userEvent.click(field)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toBeDisabled()
  await frames(5)
  answer.resolve()
  await expect.element(field).toHaveFocus()
})

test('a disabled button keeps focus, does nothing, and does not submit its form', async () => {
  const sent: string[] = []
  await show(
    <form
      onSubmit={event => {
        event.preventDefault()
        sent.push('form')
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" disabled onClick={() => sent.push('button')}>
        Send
      </Button>
    </form>,
  )
  await expect.element(button('Send')).toBeVisible()
  const send = button('Send').element() as HTMLButtonElement
  send.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(page.getByRole('textbox', { name: 'Name' }))
  await userEvent.keyboard('{Enter}')
  send.click()
  expect(sent).toEqual([])
  send.focus()
  expect(document.activeElement).toBe(send)
})
