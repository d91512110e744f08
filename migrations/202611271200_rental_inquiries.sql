-- What a coach firm is asked for stands there before it is an order. Titles somebody chose otherwise stay.
update user_rule set title = '询价与订单', title_en = 'Inquiries and orders' where name = 'rental/order' and title = '用车订单';
update auth_menu set title = '询价与订单', title_en = 'Inquiries and orders' where name = 'rental/order' and title = '用车订单';
