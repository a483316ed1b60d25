import {
  Box,
  Button,
  Group,
  Input,
  Modal,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
} from '@mantine/core'
import { useId, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import {
  changesSchedule,
  draftOf,
  finishedSchedule,
  type IntervalUnit,
  intervalGroups,
  type ScheduleDraft,
  withInterval,
} from '#shared/schedules/edit-schedule.ts'
import { toLocalSlot, toUtcSlot } from '#shared/schedules/local-slot.ts'
import { clockText, isDay, type Schedule, type Weekday, weekdays } from '#shared/schedules/schedule.ts'
import { weekdayLabel } from '#shared/schedules/weekday-label.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { useClientConfig } from '#web/session/use-session.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { localZone } from './local-zone.ts'

interface ScheduleDialogProps {
  /** as stored */
  schedule: unknown
  /** called only if something changed; null: no schedule */
  onSave(schedule: Schedule | null): void
  onClose(): void
}

const never = 'never'
const unitNames: Readonly<Record<IntervalUnit, string>> = {
  minutes: t('Minutes'),
  hours: t('Hours'),
  days: t('Days'),
  weeks: t('Weeks'),
}

/**
 * When a query runs automatically (docs/reference/screens.md#schedule-dialog). Times are stored in UTC and shown in
 * local time.
 */
export function ScheduleDialog({ schedule, onSave, onClose }: ScheduleDialogProps) {
  useFocusReturn()
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(schedule))
  // one instant for the whole dialog, so that choices stay as chosen
  const [now] = useState(() => new Date())
  const change = (fields: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...fields }))
  const untilFault = draft.until === null ? null : faultOf(draft.until, now)
  const save = () => {
    const next = finishedSchedule(draft)
    if (changesSchedule(schedule, next)) onSave(next)
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Refresh Schedule')}
      size={440}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (untilFault === null) save()
        }}
      >
        <Stack gap="md">
          <IntervalSelect
            interval={draft.interval}
            onChange={(interval) => setDraft((before) => withInterval(before, interval))}
          />
          {draft.time !== null && <SlotFields draft={draft} time={draft.time} now={now} onChange={change} />}
          {draft.interval !== null && (
            <UntilFields
              until={draft.until}
              fault={untilFault}
              now={now}
              onChange={(until) => change({ until })}
            />
          )}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Box me="auto">
            <HelpTrigger page="schedules" label={t('Help on schedules')} />
          </Box>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={untilFault !== null}>
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

interface IntervalSelectProps {
  interval: number | null
  onChange(interval: number | null): void
}

function IntervalSelect({ interval, onChange }: IntervalSelectProps) {
  const { queryRefreshIntervals } = useClientConfig()
  const groups = intervalGroups(queryRefreshIntervals, interval)
  return (
    <Select
      label={t('Refresh every')}
      data-autofocus
      allowDeselect={false}
      withCheckIcon={false}
      data={[
        { value: never, label: t('Never') },
        ...groups.map(({ unit, choices }) => ({
          group: unitNames[unit],
          items: choices.map(({ seconds, label }) => ({ value: String(seconds), label })),
        })),
      ]}
      value={interval === null ? never : String(interval)}
      onChange={(value) => onChange(value === null || value === never ? null : Number(value))}
      maxDropdownHeight={280}
    />
  )
}

interface SlotFieldsProps {
  draft: ScheduleDraft
  time: string
  now: Date
  onChange(fields: Partial<ScheduleDraft>): void
}

/** Time and day, in local time. */
function SlotFields({ draft, time, now, onChange }: SlotFieldsProps) {
  const local = toLocalSlot({ time, day_of_week: draft.day_of_week }, localZone, now)
  const choose = (fields: Partial<typeof local>) =>
    onChange(toUtcSlot({ ...local, ...fields }, localZone, now))
  return (
    <>
      {local.day_of_week !== null && (
        <WeekdayField day={local.day_of_week} onChange={(day_of_week) => choose({ day_of_week })} />
      )}
      <Select
        label={t('At time')}
        description={describeZone(draft, time, local.time)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        allowDeselect={false}
        withCheckIcon={false}
        nothingFoundMessage={t('Every five minutes: 09:15, 09:20 …')}
        data={timesWith(local.time)}
        value={local.time}
        onChange={(value) => value !== null && choose({ time: value })}
        maxDropdownHeight={200}
        w={180}
      />
    </>
  )
}

function describeZone(draft: ScheduleDraft, time: string, localTime: string): string {
  if (localZone === 'UTC' || time === localTime) return 'UTC'
  return draft.day_of_week === null
    ? t('{time} UTC', { time })
    : t('{day_of_week} {time} UTC', { day_of_week: weekdayLabel(draft.day_of_week), time })
}

/** Every five minutes, plus the current time of the schedule. */
function timesWith(current: string): string[] {
  const times = Array.from({ length: 288 }, (_, index) => clockText(index * 5))
  return times.includes(current) ? times : [...times, current].sort()
}

/** Weeks start on Sunday. */
const week: readonly Weekday[] = ['Sunday', ...weekdays.slice(0, -1)]

function WeekdayField({ day, onChange }: { day: Weekday; onChange(day: Weekday): void }) {
  const labelId = useId()
  return (
    <div>
      <Input.Label labelElement="div" id={labelId} mb={4}>
        {t('On day')}
      </Input.Label>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={labelId}
        data={week.map((name) => ({ value: name, label: <ShortDay name={name} /> }))}
        value={day}
        onChange={(value) => {
          const chosen = week.find((name) => name === value)
          if (chosen !== undefined) onChange(chosen)
        }}
      />
    </div>
  )
}

function ShortDay({ name }: { name: Weekday }) {
  return (
    <>
      <span aria-hidden="true">{weekdayLabel(name, 'short')}</span>
      <span className="sx-visually-hidden">{weekdayLabel(name)}</span>
    </>
  )
}

interface UntilFieldsProps {
  until: string | null
  fault: string | null
  now: Date
  onChange(until: string | null): void
}

function UntilFields({ until, fault, now, onChange }: UntilFieldsProps) {
  const kind = until === null ? never : 'date'
  return (
    <div>
      <Radio.Group
        label={t('Ends')}
        value={kind}
        onChange={(value) => onChange(value === never ? null : dayAfter(now, 30))}
      >
        <Group gap="lg" mt={6}>
          <Radio value={never} label={t('Never')} />
          <Radio value="date" label={t('On date')} />
        </Group>
      </Radio.Group>
      {until !== null && (
        <TextInput
          type="date"
          mt="xs"
          w={240}
          aria-label={t('End date')}
          description={t('No run on this day (UTC) or later')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={dayAfter(now, 1)}
          value={until}
          error={fault}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

/** Why a last day cannot be saved. */
function faultOf(until: string, now: Date): string | null {
  if (!isDay(until)) return t('Choose a date.')
  return until <= dayAfter(now, 0) ? t('This day has begun already.') : null
}

function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
