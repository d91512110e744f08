import { field } from '#kernel/field/field.ts';
import { countOf, latestOf, sumOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A tree everybody sees, in an order of its own. */
export const species = resource({
  name: 'zoo/species',
  label: text('物种', 'Species'),
  icon: 'cluster',
  title: 'name',
  scope: 'all',
  tree: 'parent_id',
  sortable: true,
  nulls: false,
  filters: {
    arrived_on: {
      field: field.date(text('动物入园日期', 'Animals arrive on')),
      of: 'zoo/animal',
      by: 'species_id',
      at: 'arrives_on',
    },
  },
  fields: {
    parent_id: field.parent(text('上级', 'Above'), { to: 'zoo/species' }),
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true, unique: ['parent_id'] }),
    color: field.color(text('标识色', 'Colour')),
    icon: field.icon(text('图标', 'Icon')),
    animals: field.integer(text('动物数', 'Animals'), { from: countOf('zoo/animal', 'species_id') }),
    carnivores: field.integer(text('食肉动物数', 'Carnivores'), {
      from: countOf('zoo/animal', 'species_id', [['diet', '=', 'meat']]),
      list: 'offered',
    }),
    oldest: field.year(text('最近出生年', 'Youngest born in'), {
      from: latestOf('zoo/animal', 'species_id', 'born', { at: 'born' }),
      list: 'offered',
    }),
    worth: field.money(text('估值合计（元）', 'Worth (CNY)'), {
      from: sumOf('zoo/animal', 'species_id', 'worth'),
      list: 'offered',
    }),
    rare: field.switch(text('珍稀', 'Rare'), { required: true, initial: '0', alarms: true }),
  },
});
