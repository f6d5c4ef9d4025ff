/** Gives the chart the whole width of the page, through ui/theme.css. Returns a function that undoes this. */
export function takeThePage() {
  document.documentElement.dataset['page'] = 'chart'
  return () => {
    delete document.documentElement.dataset['page']
  }
}
