import { module_, type Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { coachHireOrder } from './coach-hire-enquiry-and-order-of-coach-firm.ts';
import { coachQuote } from './coach-quote-accepted-or-declined-by-agency.ts';
import { externalRentalPlatform } from './external-rental-platform.ts';
import { rentalPlatformOrder } from './rental-platform-order.ts';
import { coachDemand } from './request-for-coach-hire-quotes.ts';

/** Shows the pages of rental platforms in a frame (domain reference §2.Z). */
export const rentalPlatformScreen = {
  name: 'cariframe',
  label: text('在线租车', 'Online coach hire'),
  icon: 'car',
} as const satisfies Screen;

/** Coaches and cars for tours: rented on external platforms, or between agencies and coach firms. */
export const coachRentalModule = module_({
  name: 'rental',
  label: text('旅游用车', 'Coach hire'),
  icon: 'car',
  weigh: 78,
  entries: [coachDemand, coachHireOrder, coachQuote, rentalPlatformScreen, rentalPlatformOrder, externalRentalPlatform],
});
