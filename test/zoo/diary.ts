import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Personal notes of each officer, latest day first; deleting one leaves no copy. */
export const diary = resource({
  name: 'zoo/diary',
  label: text('观察日记', 'Diary'),
  icon: 'book',
  title: 'title',
  scope: 'own',
  owner: 'admin_id',
  recycle: false,
  keep: { days: 1000, from: 'day' },
  comments: false,
  listed: ['day', 'title', 'animal_id'],
  order: ['day', 'desc'],
  fields: {
    title: field.text(text('标题', 'Title'), { required: true, max: 80, search: true }),
    day: field.date(text('日期', 'Day'), { required: true }),
    at: field.time(text('时刻', 'Time')),
    seen: field.textarea(text('所见', 'Observed'), { hint: text('不写个人信息', 'No personal data') }),
    animal_id: field.reference(text('动物', 'Animal'), { to: 'zoo/animal', search: true }),
    about: field.oneOf(text('对象', 'About'), {
      to: { 'zoo/animal': text('动物', 'Animal'), 'zoo/species': text('物种', 'Species') },
    }),
    admin_id: field.integer(text('记录人', 'Written by'), { write: 'server', list: 'never', filter: false }),
  },
});
