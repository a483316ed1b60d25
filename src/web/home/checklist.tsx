import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/app/use-session.ts'
import { useNewDashboard } from '#web/dashboards-list/new-dashboard.tsx'
import classes from './home.module.css'

interface Counters {
  data_sources: number
  queries: number
  dashboards: number
}

interface Step {
  label: string
  hint: string
  done: boolean
  /** a page, or a dialog; null: not yet, or not for this user */
  next: '/data_sources/new' | '/queries/new' | (() => void) | null
}

/** First steps, until all are done. */
export function Checklist({ counters }: { counters: Counters }) {
  const admin = usePermission('admin')
  const mayCreate = usePermission('create_query')
  const newDashboard = useNewDashboard()
  const connected = counters.data_sources > 0
  const steps: Step[] = [
    {
      label: admin ? 'Connect a data source' : 'Ask an account admin to connect a data source',
      hint: 'PostgreSQL, MySQL, SQLite, DuckDB, CSV or JSON',
      done: connected,
      next: admin ? '/data_sources/new' : null,
    },
  ]
  if (mayCreate) {
    steps.push({
      label: 'Create your first query',
      hint: 'Write SQL, see a table and a chart',
      done: counters.queries > 0,
      next: connected ? '/queries/new' : null,
    })
  }
  if (newDashboard) {
    steps.push({
      label: 'Create your first dashboard',
      hint: 'Put charts and texts side by side',
      done: counters.dashboards > 0,
      next: counters.queries > 0 ? newDashboard : null,
    })
  }
  if (steps.every((step) => step.done)) return null
  return (
    <section className={classes.section} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.heading}>
        Let’s get started
      </h2>
      <ol className={classes.steps}>
        {steps.map((step, place) => (
          <li key={step.label}>
            <StepCard step={step} place={place + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepCard({ step, place }: { step: Step; place: number }) {
  const content = (
    <>
      <span className={classes.mark} data-done={step.done || undefined} aria-hidden="true">
        {step.done ? <IconCheck size={16} /> : place}
      </span>
      <span className={classes.words}>
        <span className={classes.label}>
          {step.label}
          {step.done && <span className="sx-visually-hidden"> (done)</span>}
        </span>
        <span className={classes.hint}>{step.hint}</span>
      </span>
    </>
  )
  const { next } = step
  if (next === null || step.done) {
    return (
      <div className={classes.card} data-quiet="true">
        {content}
      </div>
    )
  }
  const chevron = <IconChevronRight size={18} className={classes.chevron} aria-hidden="true" />
  if (typeof next === 'function') {
    return (
      <UnstyledButton className={classes.card} onClick={next}>
        {content}
        {chevron}
      </UnstyledButton>
    )
  }
  return (
    <Link to={next} className={classes.card}>
      {content}
      {chevron}
    </Link>
  )
}
