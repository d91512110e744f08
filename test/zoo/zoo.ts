import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { inventModule } from '../invented/invented-module.ts';
import { animal } from './animal.ts';
import { board } from './board.ts';
import { careRule, careStep } from './care-rule.ts';
import { crowd, crowded, gate, house } from './crowd.ts';
import { diary } from './diary.ts';
import { feeding } from './feeding.ts';
import { keeper } from './keeper.ts';
import { meal } from './meal.ts';
import { portionControllers } from './portion-calls.ts';
import { species } from './species.ts';
import { supplier } from './supplier.ts';
import { trace } from './trace.ts';

const label = text('动物园', 'Zoo');

/**
 * A few invented resources that together use every option of the declaration language, so that it is tested once and
 * not again with every real resource. New options are added here too (zoo.test.ts).
 */
export const zoo = inventModule(
  module_({
    name: 'zoo',
    label,
    icon: 'bug',
    weigh: 1,
    panels: [
      { name: 'zoo_diet', label, size: 6, shows: { of: 'zoo/animal', measure: 'kept', by: 'diet' } },
      { name: 'zoo_newest', label, size: 6, shows: { of: 'zoo/animal', rows: 'newest', more: ['area_code'] } },
      { name: 'zoo_due', label, size: 6, shows: { of: 'zoo/animal', rows: 'due' } },
      { name: 'zoo_places', label, size: 6, shows: { of: 'zoo/animal', rows: 'placed' } },
      { name: 'zoo_spent', label, shows: { of: 'zoo/animal', measure: 'spent', by: 'diet' } },
      { name: 'zoo_crowds', label, size: 6, shows: { of: 'zoo/house', levels: 'zoo/crowd' } },
      { name: 'zoo_kept', label, board: { name: 'zoo', label }, size: 8, shows: { of: 'zoo/animal', rows: 'newest' } },
    ],
    entries: [species, keeper, animal, careRule, careStep, feeding, meal, diary, trace, supplier, house, gate, board],
    series: [crowd],
  }),
  {
    controllers: () => portionControllers,
    messages: [crowded],
    seriesMessages: { [crowd.name]: { level_raised: crowded } },
    async prepare({ db, reference }) {
      await db.query(`create table if not exists zoo_crowd (of_id bigint not null, source text not null, at timestamptz not null,
        inside integer, entered integer, departed integer, primary key (of_id, at, source)) partition by range (at)`);
      await db.query(`create table if not exists zoo_crowd_hour (of_id bigint not null, at timestamptz not null, readings integer not null,
        inside_min float8, inside_max float8, inside_avg float8, inside_sum float8, inside_last float8, primary key (of_id, at))`);
      await db.query(`insert into system_time_rule (code, name, unit, amount, article, valid_from, name_en, article_en)
        values ('zoo_quarantine', '检疫', 'workingDay', 3, '动物园管理规定', '2004-01-01', 'Quarantine', 'Zoo Rules') on conflict do nothing`);
      await reference.reload();
    },
  },
);
