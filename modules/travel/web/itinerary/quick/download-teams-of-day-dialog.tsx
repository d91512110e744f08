import { useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { urlWithToken } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { DateInput } from '#web/input/control/date-time-and-year-inputs.tsx';
import AdministrativeDivisionInput from '#web/input/reference/administrative-division-input.tsx';
import './download-teams-of-day-dialog.css';

const texts = {
  title: text('日团队表', 'Teams of the day'),
  day: text('日期', 'Day'),
  area: text('出发地（不选为全部辖区）', 'Departure place (all areas if empty)'),
  make: text('下载（PDF）', 'Download (PDF)'),
};

const dayField = field.date(texts.day, { required: true });
const areaField = field.area(texts.area, {});

/** Dialog to download the table of teams of a day and area; today and the whole scope by default. */
export default function DownloadTeamsOfDayDialog({ onClose }: { onClose(): void }) {
  const [day, setDay] = useState<unknown>(shanghaiToday);
  const [area, setArea] = useState<unknown>(null);
  const make = () => {
    const params = { ...(typeof day === 'string' && { day }), ...(typeof area === 'string' && area && { area }) };
    const link = document.createElement('a');
    link.href = urlWithToken('/admin/travel.itinerary/dayTable', params);
    link.click();
    onClose();
  };
  return (
    <FormDialog
      title={translate(texts.title)}
      okText={translate(texts.make)}
      width={440}
      busy={false}
      disabled={typeof day !== 'string'}
      dirty={false}
      onOk={make}
      onClose={onClose}
    >
      <div className="xj-day-table">
        <label htmlFor="day-table-day">{translate(texts.day)}</label>
        <DateInput id="day-table-day" name="day" field={dayField} value={day} onChange={setDay} />
        <span id="day-table-area-label">{translate(texts.area)}</span>
        <AdministrativeDivisionInput
          id="day-table-area"
          name="area"
          field={areaField}
          value={area}
          onChange={setArea}
        />
      </div>
    </FormDialog>
  );
}
