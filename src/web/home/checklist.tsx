import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { useNewDashboard } from '#web/dashboards/list/new-dashboard.tsx'
import { holds, useCurrentUser } from '#web/session/use-session.ts'
import { useHasPage } from '#web/ui/use-in-app-links.ts'
import { type Counters, type FirstStep, firstSteps } from './first-steps.ts'
import classes from './home.module.css'

/** First steps, until all are done. */
export function Checklist({ counters }: { counters: Counters }) {
  const user = useCurrentUser()
  const hasPage = useHasPage()
  const steps = firstSteps({ holds: (permission) => holds(user, permission), hasPage, counters })
  if (steps.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.heading}>
        {t('Let’s get started')}
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

function StepCard({ step, place }: { step: FirstStep; place: number }) {
  const newDashboard = useNewDashboard()
  const content = (
    <>
      <span className={classes.mark} data-done={step.isDone || undefined} aria-hidden="true">
        {step.isDone ? <IconCheck size={16} /> : place}
      </span>
      <span className={classes.words}>
        <span className={classes.label}>
          {step.label}
          {step.isDone && <span className="sx-visually-hidden"> {t('(done)')}</span>}
        </span>
        <span className={classes.hint}>{step.hint}</span>
      </span>
    </>
  )
  const chevron = <IconChevronRight size={18} className={classes.chevron} aria-hidden="true" />
  const { next } = step
  if (next === null || step.isDone) {
    return (
      <div className={classes.card} data-quiet="true">
        {content}
      </div>
    )
  }
  if (next === 'new-dashboard') {
    return (
      <UnstyledButton className={classes.card} onClick={() => newDashboard?.()}>
        {content}
        {chevron}
      </UnstyledButton>
    )
  }
  return (
    <Link to={next.page} className={classes.card}>
      {content}
      {chevron}
    </Link>
  )
}
